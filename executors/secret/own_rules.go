package secret

// The kinds that have no maker.
var (
	privateKey  = kind{key: "kind.private_key"}
	aKey        = kind{key: "kind.key"}
	aPassword   = kind{key: "kind.password"}
	keyStore    = kind{key: "kind.key_store"}
	passwords   = kind{key: "kind.passwords"}
	cookies     = kind{key: "kind.cookies"}
	signIn      = kind{key: "kind.sign_in"}
	seedPhrase  = kind{key: "kind.seed_phrase"}
	recoveryKey = kind{key: "kind.recovery_key"}
	oneTime     = kind{key: "kind.one_time"}
	hashed      = kind{key: "kind.hashed"}
	unsure      = kind{key: "kind.unsure"}
)

// bech32 are the characters of age's keys.
const bech32 = `[qpzry9x8gf2tvdw0s3jn54khce6mua7l]`

// keyRules are for what gitleaks lacks: first keys, as files and as texts.
var keyRules = []rule{
	{id: "pem", says: privateKey, pattern: `(?i)-----? ?BEGIN [A-Z0-9 _-]{0,40}PRIVATE KEY`,
		keywords: []string{"----begin ", "---- begin "}, lead: 1},
	{id: "pem-base64", says: privateKey, verify: encodedPEM,
		keywords: []string{"ls0tls1crudjti", "ls0tqkvhsu4g", "ls0tlujfr0lo"}},
	{id: "der-base64", says: privateKey, keywords: []string{
		"ibadanbgkqhkig9w0baqefaas", "ibaak", "bgkqhkig9w0bbq0w", "ibazc", "mhccaqeei", "migkagebbd", "mihcagebbei",
		"mighageambmgbyqgsm49ageg", "mig2ageambagbyqgsm49ageg", "mihuageambagbyqgsm49ageg", "mc4caqawbqydk2v"},
		lead: 12, pattern: `(?:MII[A-Za-z0-9+/]{3}(?:IBADANBgkqhkiG9w0BAQEFAAS|IBAAK[BC]|IBAzC[BC])|MI[IG][A-Za-z0-9+/]{3,7}BgkqhkiG9w0BBQ0w|` +
			`MHcCAQEEI|MIGkAgEBBD|MIHcAgEBBEI|MIGHAgEAMBMGByqGSM49AgEG|MIG2AgEAMBAGByqGSM49AgEG|MIHuAgEAMBAGByqGSM49AgEG|MC4CAQAwBQYDK2V[uw])[A-Za-z0-9+/]{20}`},
	{id: "putty", says: privateKey, pattern: `PuTTY-User-Key-File-\d`, keywords: []string{"putty-user-key-file-"}},
	{id: "ssh1", says: privateKey, pattern: `SSH PRIVATE KEY FILE FORMAT 1\.`, keywords: []string{"ssh private key file format"}},
	{id: "age", says: kind{"kind.key_for", "age"}, pattern: `(?i)AGE-(?:SECRET-KEY|PLUGIN)-(?:[A-Z0-9-]{1,40}-)?1` + bech32 + `{5,}`,
		keywords: []string{"age-secret-key-", "age-plugin-"}},
	{id: "minisign", says: privateKey, pattern: `untrusted comment:[^\n]{0,80}secret key`, keywords: []string{"untrusted comment:"}},
	{id: "openvpn", says: kind{"kind.key_for", "OpenVPN"}, pattern: `(?i)-----BEGIN OpenVPN (?:Static key|tls-crypt-v2 (?:client|server) key)`,
		keywords: []string{"-----begin openvpn "}},
	{id: "wireguard", says: kind{"kind.key_for", "WireGuard"}, keywords: []string{"private", "preshared"},
		pattern: `(?i:private|preshared)[-_]?(?i:key)["']?\s{0,3}[=:]\s{0,3}["']?[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=`},
	{id: "tailscale", says: kind{"kind.key_for", "Tailscale"}, pattern: `privkey:[0-9a-f]{64}`, keywords: []string{"privkey:"}},
	{id: "dnssec", says: kind{"kind.key_for", "DNSSEC"}, pattern: `(?i)Private-key-format:\s{0,3}v1`, keywords: []string{"private-key-format:"}},
	{id: "tsig", says: kind{"kind.key_for", "DNS"}, pattern: `(?i)secret\s{1,3}"([A-Za-z0-9+/]{16,200}={0,2})"\s{0,3};`, keywords: []string{"secret"}},
	{id: "tor", says: kind{"kind.key_for", "Tor"}, pattern: `== (?:ed25519v1-secret|c25519v1): |:descriptor:x25519:[A-Z2-7]{52}`, lead: 1,
		keywords: []string{"== ed25519v1-secret:", "== c25519v1:", ":descriptor:x25519:"}},
	{id: "gpg-agent", says: kind{"kind.key_for", "GPG"}, pattern: `:(?:protected-|openpgp-)?private-key\(|Key: \((?:protected-)?private-key `,
		keywords: []string{":private-key(", ":protected-private-key(", ":openpgp-private-key(", "key: (private-key ", "key: (protected-private-key "}},
	{id: "jwk", says: privateKey, verify: privateJWK, reach: 4 * around, keywords: []string{`"kty`}},
	{id: "kubeconfig", says: kind{"kind.key_for", "Kubernetes"}, pattern: `client-key-data\\?["']?\s{0,3}:\s{0,3}\\?["']?[A-Za-z0-9+/]{20}`,
		keywords: []string{"client-key-data"}},
	{id: "kubernetes-secret", says: kind{"kind.password_for", "Kubernetes"}, verify: kubernetesSecret, reach: 2 * around,
		keywords: []string{"kind: secret", `"kind": "secret"`, `"kind":"secret"`}},
	{id: "recovery-key", says: recoveryKey, verify: diskRecoveryKey, reach: around / 4, keywords: []string{"bitlocker", "recovery key", "恢复密钥"}},
}

// signInRules are for what signs in.
var signInRules = []rule{
	{id: "url-password", says: aPassword, verify: passwordInURL, keywords: []string{"://"}},
	{id: "otpauth", says: oneTime, pattern: `otpauth(?:-migration)?://[!-~]{0,200}(?:secret|data)=[A-Za-z0-9%+/=]{8}`, keywords: []string{"otpauth://", "otpauth-migration://"}},
	{id: "netrc", says: aPassword, pattern: `machine\s{1,8}[!-~]{1,100}\s{1,8}login\s{1,8}[!-~]{1,100}\s{1,8}password\s{1,8}([!-~]{4,200})`,
		keywords: []string{"machine"}, looks: noPlaceholder},
	{id: "npmrc", says: kind{"kind.token_for", "npm"}, pattern: `(?i):_(?:authToken|password|auth)\s{0,3}=\s{0,3}["']?([\w+/=.-]{8,200})`,
		keywords: []string{":_auth", ":_password"}, looks: noPlaceholder},
	{id: "docker", says: kind{"kind.password_for", "Docker"}, verify: dockerAuth, reach: around, keywords: []string{`"auths"`}},
	{id: "authorization", says: signIn, pattern: `(?i)authorization["']?\s{0,3}[:=,]\s{0,3}["']?(?:basic|bearer|token|apikey)\s{1,3}([\w+/=.~-]{16,400})`,
		keywords: []string{"authorization"}, looks: random, most: 512},
	{id: "curl", says: aPassword, verify: curlPassword, reach: around / 8, keywords: []string{"curl "}},
	{id: "google-oauth", says: kind{"kind.token_for", "Google"}, pattern: `GOCSPX-[\w-]{28}|\bya29\.[\w-]{30,}|\b1//0[\w-]{35,}`,
		keywords: []string{"gocspx-", "ya29.", "1//0"}},
	{id: "aws-secret", says: kind{"kind.key_for", "AWS"}, pattern: `(?i)secret[-_ ]?access[-_ ]?key["']?\s{0,3}[:=]\s{0,3}["']?([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=]|$)`,
		keywords: []string{"secretaccess", "secret_access", "secret-access", "secret access"}, looks: random, allow: `EXAMPLE`},
	{id: "azure-storage", says: kind{"kind.key_for", "Azure"}, pattern: `(?i)(?:Account|Access)Key=[A-Za-z0-9+/]{42,86}={1,2}|[?&]sig=[A-Za-z0-9%]{40,}`,
		keywords: []string{"accountkey=", "accesskey=", "?sig=", "&sig="}},
	{id: "sk", says: aKey, pattern: `\b(sk-[\w-]{32,200})`, keywords: []string{"sk-"}, looks: random,
		least: 35, most: 203, class: wordAndDash},
	{id: "telegram", says: kind{"kind.token_for", "Telegram"}, pattern: `\b\d{8,10}:AA[\w-]{33}\b`, keywords: []string{":aa"}, lead: 10,
		least: 44, most: 46, class: classOf(":").with(wordAndDash)},
	{id: "facebook", says: kind{"kind.token_for", "Facebook"}, pattern: `(?i)(?:facebook|access_token|app_token)[\w.-]{0,20}["']?\s{0,3}[:=]\s{0,3}["']?\d{15,16}(?:\||%7C)[\w-]{27,40}`,
		keywords: []string{"facebook", "access_token", "app_token"}},
	{id: "crypt", says: hashed, pattern: `[\w.-]:\$(?:1|2[abxy]|5|6|7|y|gy|apr1|argon2i?d?)\$[\w./$,=+-]{20}`, lead: 1,
		keywords: []string{":$1$", ":$2a$", ":$2b$", ":$2x$", ":$2y$", ":$5$", ":$6$", ":$7$", ":$y$", ":$gy$", ":$apr1$", ":$argon2"}},
	{id: "export", says: passwords, verify: exportHeader, keywords: []string{"password", "密码"}},
	{id: "keepass-xml", says: passwords, pattern: `<KeePassFile>`, keywords: []string{"<keepassfile>"}},
	{id: "bitwarden-json", says: passwords, pattern: `"encrypted"\s{0,3}:\s{0,3}false\s{0,3},\s{0,8}"(?:folders|items|collections)"`, keywords: []string{`"encrypted"`}},
	{id: "cookie-file", says: cookies, pattern: `# (?:Netscape )?HTTP Cookie File`, keywords: []string{"http cookie file"}, lead: 11},
	{id: "assigned-password", says: aPassword, verify: assignedPassword, keywords: []string{"passwd", "password", "passphrase", "passcode", "pwd", "密码", "密碼", "口令"}},
	{id: "assigned-key", says: aKey, verify: assignedKey, keywords: []string{"key", "token", "secret", "credential", "creds", "auth"}},
}
