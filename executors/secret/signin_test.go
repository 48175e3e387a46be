package secret

import (
	"slices"
	"strings"
	"testing"

	"assent/i18n"
)

func TestSignIn(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"remote: https://alice:Kq8rT2mVx@git.acme.invalid/x.git":                                          "password",
		"DATABASE_URL=postgres://app:s3cr3t-Pa55@db.internal:5432/app":                                    "password",
		"redis://:p4ssw0rdp4ss@cache:6379":                                                                "password",
		"otpauth://totp/ACME:alice?secret=JBSWY3DPEHPK3PXP&issuer=ACME":                                   "one_time",
		"machine api.heroku.com login a@b.org password 8f2ba1c0":                                          "password",
		"//packages.acme.invalid/:_authToken=2f0c3b1e-aaaa-4bcd":                                          "token_for npm",
		`{"auths":{"ghcr.io":{"auth":"YWxpY2U6czNjcjN0LXBhc3M="}}}`:                                       "password_for Docker",
		"kind: Secret\nmetadata:\n  name: db\ndata:\n  password: czNjcjN0\n":                              "password_for Kubernetes",
		"stringData:\n  password: s3cr3t\nkind: Secret\n":                                                 "password_for Kubernetes",
		`{"data":{"p":"czNjcjN0"},"kind":"Secret"}`:                                                       "password_for Kubernetes",
		"curl -sS https://x.invalid -u alice:Kq8rT2mVx":                                                   "password",
		"curl \\\n  --user 'alice:Kq8rT2mVx' https://x.invalid":                                           "password",
		"Authorization: Basic YWxpY2U6S3E4clQybVZ4\r\n":                                                   "sign_in",
		`-H "authorization: Bearer 7b1f0c9e2d4a4f7c8a6b5e3d2c1b0a9f"`:                                     "sign_in",
		"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":                                                             "token_for Google",
		"aws_secret_access_key = wJalrXUtnFEMI7K9MDENG3bPxRfiCYq8Rt2mVxZ1":                                "key_for AWS",
		"DefaultEndpointsProtocol=https;AccountName=x;AccountKey=" + strings.Repeat("Ab3+", 21) + "Ab==;": "key_for Azure",
		"OPENROUTER=sk-or-v1-0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978":                            "key",
		"bot 123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawQ":                                               "token_for Telegram",
		"root:$6$rounds=5000$saltsalt$abcdefghijklmnopqrstuv:19000:0:99999:7:::":                          "hashed",
		"alice:$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy":                              "hashed",
		"name,url,username,password,note\nGitHub,https://github.com,alice,hunter2,\n":                     "passwords",
		"\"url\",\"username\",\"password\",\"httpRealm\"\n\"https://a\",\"b\",\"c\",\n":                   "passwords",
		"网址,用户名,密码\nhttps://a,b,c\n":                                                                      "passwords",
		`{"encrypted": false, "folders": [], "items": []}`:                                                "passwords",
		"<?xml version=\"1.0\"?>\n<KeePassFile>\n<Meta>":                                                  "passwords",
		"# Netscape HTTP Cookie File\n.github.com\tTRUE\t/\t":                                             "cookies",
		"DB_PASSWORD=tr0ub4dor3":                                                                          "password",
		"password: \"opensesame!\"":                                                                       "password",
		"WiFi 密码：sunny-2019":                                                                              "password",
		`{"api_key": "9d23bd4149cb979ccf3c5c94dd217e98"}`:                                                 "key",
		"SECRET_KEY_BASE=5c94dd217e9808cb0e50cd0f67812235eaaf601d6232":                                    "key",
		"令牌：ghp_0123456789abcdefghijABCDEFGHIJ012345。":                                                    "token_for GitHub",
		"用dop_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef，然后":                     "token_for DigitalOcean",
		"it is (sk_live_4eC39HqLyjWDarjtT1zdp7dc).":                                                       "token_for Stripe",
		"my key is sk_live_4eC39HqLyjWDarjtT1zdp7dc. Keep it":                                             "token_for Stripe",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P":                    "jwt",
		"ghp_0123456789abcdefghijABCDEFGHIJ012345":                                                        "token_for GitHub",
		utf16le("ghp_0123456789abcdefghijABCDEFGHIJ012345"):                                               "token_for GitHub",
		"slack: https://hooks.slack.com/services/T0123ABCD/B0123ABCD/" + strings.Repeat("a1B2", 6):        "webhook_for Slack",
	} {
		if got := keys(content); !slices.Contains(got, want) {
			t.Errorf("%q: %v, not %s", content, got, want)
		}
	}
}

func TestKindsAreBounded(t *testing.T) {
	t.Parallel()
	many := "ghp_0123456789abcdefghijABCDEFGHIJ012345\nDB_PASSWORD=tr0ub4dor3\n-----BEGIN PRIVATE KEY-----\n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\n"
	if got := keys(strings.Repeat(many, 3)); !slices.Equal(got, []string{"token_for GitHub", "password", "private_key"}) {
		t.Errorf("found %v", got)
	}
}

func TestPathsOfRules(t *testing.T) {
	t.Parallel()
	const freemius = `'secret_key' => 'sk_ubb4yN3mzqGR2x8#P7r5&@*xC$utE',`
	for name, want := range map[string]int{"plugin.php": 1, "notes.md": 0, "": 1} {
		got := slices.DeleteFunc(Find(name, []byte(freemius), true), func(k i18n.Text) bool { return k.Args["Product"] != "Freemius" })
		if len(got) != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestEveryKindHasWords: in both languages, with the maker's name in it.
func TestEveryKindHasWords(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "zh-Hans"} {
		words := i18n.New(language)
		for _, r := range theScanner().rules {
			care := Care(r.says.text())
			if text := words.Text(care.Key, care.Args); strings.Contains(text, "kind.") || strings.Contains(text, "{") || !strings.Contains(text, r.says.product) {
				t.Errorf("%s in %s: %s", r.id, language, text)
			}
		}
	}
}
