package secret

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// innocent makes what looks random and is no secret.
type innocent struct{ *rand.ChaCha8 }

func (r innocent) bytes(n int) []byte {
	b := make([]byte, n)
	r.Read(b)
	return b
}

func (r innocent) hex(n int) string    { return hex.EncodeToString(r.bytes(n)) }
func (r innocent) base64(n int) string { return base64.StdEncoding.EncodeToString(r.bytes(n)) }

func (r innocent) uuid() string {
	h := r.hex(16)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-a" + h[17:20] + "-" + h[20:]
}

// lines is a text of 500 lines.
func (r innocent) lines(line func(i int) string) string {
	var b strings.Builder
	for i := range 500 {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

// TestInnocent wants no alarm for what people and agents read all day.
func TestInnocent(t *testing.T) {
	t.Parallel()
	r := innocent{rand.NewChaCha8([32]byte{})}
	words := []string{"key", "token", "auth", "api", "secret", "access", "password", "author", "session", "stripe", "github", "linear", "sentry", "okta", "square"}
	word := func(i int) string { return words[i%len(words)] }
	for name, text := range map[string]string{
		"prose":    string(prose(64 << 10)),
		"keywords": string(keywordProse(64 << 10)),
		"Chinese": strings.Repeat("请在设置中修改密码，然后重新登录。忘记口令时，可以用手机号找回：点击“忘记密码”，输入验证码 384021，"+
			"再设置新的密码：至少八位，含有字母和数字。密钥保存在本机，不会上传。访问 https://example.com/帮助?id=3 了解更多。\n", 200),
		"German": strings.Repeat("Das Passwort: mindestens acht Zeichen. Der Schlüssel liegt unter der Fußmatte, das Token im Tresor.\n", 200),
		"go.sum": r.lines(func(i int) string {
			return fmt.Sprintf("github.com/%s/%s-api v1.%d.%d h1:%s", word(i), word(i+1), i%9, i%7, r.base64(32))
		}),
		"package-lock.json": r.lines(func(i int) string {
			return fmt.Sprintf("    \"node_modules/@%s/%s\": {\n      \"version\": \"%d.%d.0\",\n      \"resolved\": \"https://registry.example/%s/-/%s-1.2.3.tgz\",\n      \"integrity\": \"sha512-%s\",\n      \"dev\": true",
				word(i), word(i+3), i%9, i%7, word(i), word(i), r.base64(64))
		}),
		"yarn.lock": r.lines(func(i int) string {
			return fmt.Sprintf("%s-%s@^1.0.0:\n  resolved \"https://registry.example/%s.tgz#%s\"\n  integrity sha1-%s", word(i), word(i+1), word(i), r.hex(20), r.base64(20))
		}),
		"Cargo.lock": r.lines(func(i int) string {
			return fmt.Sprintf("[[package]]\nname = \"%s\"\nversion = \"0.%d.1\"\nchecksum = \"%s\"", word(i), i, r.hex(32))
		}),
		"poetry.lock": r.lines(func(i int) string {
			return fmt.Sprintf("    {file = \"%s-1.0-py3-none-any.whl\", hash = \"sha256:%s\"},", word(i), r.hex(32))
		}),
		"sha256sums": r.lines(func(i int) string { return r.hex(32) + "  " + word(i) + ".tar.gz" }),
		"git log": r.lines(func(i int) string {
			return "commit " + r.hex(20) + "\nAuthor: Alice <alice@example.com>\n\n    fix the " + word(i)
		}),
		"UUIDs": r.lines(func(i int) string {
			return fmt.Sprintf("{\"id\": \"%s\", \"%s_id\": \"%s\"}", r.uuid(), word(i), r.uuid())
		}),
		"known_hosts": r.lines(func(i int) string {
			return fmt.Sprintf("host%d ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI%s", i, r.base64(32))
		}),
		"mail": r.lines(func(int) string {
			return "DKIM-Signature: v=1; a=rsa-sha256; d=example.com; s=key1;\n\tbh=" + r.base64(32) + ";\n\tb=" + r.base64(128) + "\nMessage-ID: <" + r.hex(12) + "@example.com>"
		}),
		"pictures":    r.lines(func(int) string { return "<img src=\"data:image/png;base64," + r.base64(300) + "\">" }),
		"hexdump":     r.lines(func(i int) string { return fmt.Sprintf("%08x  % x", 16*i, r.bytes(16)) }),
		"certificate": "-----BEGIN CERTIFICATE-----\n" + r.lines(func(int) string { return r.base64(48) }) + "-----END CERTIFICATE-----\n",
		"CSV":         "name,email,joined\n" + r.lines(func(i int) string { return fmt.Sprintf("Alice %d,alice%d@example.com,2026-11-%02d", i, i, i%28+1) }),
		"log": r.lines(func(i int) string {
			return fmt.Sprintf("2026-11-21T19:48:%02d.123Z INFO [%s] request_id=%s token refreshed for user %d", i%60, word(i), r.uuid(), i)
		}),
		"binary": string(r.bytes(256 << 10)),
		"minified JavaScript": strings.Repeat(`!function(e,t){"object"==typeof exports?module.exports=t():e.Auth=t()}(this,function(){var e={token:null,password:"",key:function(a){return a.keyCode||a.which}};`+
			`function n(e,t){return e.password===t.passwordConfirm&&e.apiKey!==void 0?{secret:t.secretName,auth:t.authToken2||e.key1}:null}for(var o=0;o<e.keys.length;o++)n(e.keys[o],e.token=o+"x")});`, 50),
		"Go": strings.Repeat("type Config struct {\n\tAPIKey string `json:\"api_key\"`\n\tPassword  string `json:\"password,omitempty\"`\n}\n\nfunc New(token, secretKey string) (*Client, error) {\n"+
			"\tif c.Password == \"\" {\n\t\treturn nil, errors.New(\"password: required\")\n\t}\n\tkey := sha256.Sum256([]byte(secretKey))\n\tcfg.Auth = oauth2.StaticTokenSource(&oauth2.Token{AccessToken: token})\n", 50),
		"Python": strings.Repeat("password = os.environ[\"DB_PASSWORD2\"]\napi_key = settings.API_KEY_V2\ntoken = get_token(client_id=1234567890)\nsecret: Optional[str] = None\nparser.add_argument('--password', default='')\n", 50),
		"Actions": strings.Repeat("      - uses: actions/checkout@v4\n        with:\n          token: ${{ secrets.GITHUB_TOKEN }}\n          ssh-key: ${{ secrets.DEPLOY_KEY_2 }}\n        env:\n          PASSWORD: ${{ secrets.PASSWORD1 }}\n"+
			"          key: ${{ runner.os }}-go-${{ hashFiles('**/go.sum') }}\n", 50),
		"example of .env": "DB_PASSWORD=changeme123\nAPI_KEY=your-api-key-here-0000\nSECRET_KEY=<generate one>\nTOKEN=xxxxxxxxxxxxxxxxxxxxxxxx\nDATABASE_URL=postgres://user:password@localhost:5432/db\nURL=https://user:pass@example.com\n",
		"compose":         "services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: ${POSTGRES_PASSWORD}\n      MYSQL_PASSWORD_FILE: /run/secrets/db_password1\n",
		"Terraform":       "variable \"db_password\" {\n  type      = string\n  sensitive = true\n}\nresource \"x\" \"y\" {\n  password = var.db_password1\n  key_name = \"deployer-key-2026\"\n}\n",
		"manual":          "       -u, --user <user:password>\n              Specify the user name and password: curl -u user:secret https://example.com\n       Authorization: Bearer <token>\n       machine HOST login NAME password SECRET\n",
		"README":          "export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\ncurl -H \"Authorization: Bearer $TOKEN\" https://api.example.com/v1/keys?limit=100&page_token=2\n",
		"SQL":             "CREATE TABLE users (id uuid PRIMARY KEY, password_hash text NOT NULL, api_token varchar(255), key1 int);\nGRANT SELECT ON users TO reader;\n",
		"CSS":             ".sk-cube-grid .sk-cube1-loading-indicator-animation-2 { animation: sk-cubeGridScaleDelay 1.3s infinite; }\n#password-input2:focus{color:#a1b2c3}",
		"public keys":     `{"keys":[{"kty":"RSA","kid":"` + r.hex(16) + `","n":"` + r.base64(256) + `","e":"AQAB"}]}`,
		"ConfigMap":       "kind: ConfigMap\ndata:\n  password_policy: strict-2026\n---\nkind: Deployment\nspec:\n  secretName: db-secret-v2\n",
	} {
		if found := Find(name, []byte(text), true); found != nil {
			t.Errorf("%s: taken for %v", name, found)
		}
		if found := Find("", []byte(utf16le(text)), true); found != nil {
			t.Errorf("%s, in UTF-16: taken for %v", name, found)
		}
	}
}
