package filesystem

import "slices"

// DefaultCare returns the care list a user starts with: keys, credentials, browser
// profiles, wallets, shell histories and the like (contract §9).
//
// A pattern is one or more names with slashes between them. It matches a file or
// folder whose real path ends with these names, and all that is in such a folder;
// after a leading ~/ they begin in the home folder, after a leading / at the root.
// In a name * stands for any characters, ? for one; case makes no difference.
//
//	.ssh        any file or folder named .ssh, and all in it
//	~/tax/*.pdf the PDF files right in the folder tax of the home folder
//	/srv/keys   that folder and all in it
func DefaultCare() []string {
	var list []string
	for _, group := range defaultCare() {
		list = append(list, group.patterns...)
	}
	return slices.Clip(list)
}

// careGroup is a part of the default list with one reason, a key of package i18n.
type careGroup struct {
	reason   string
	patterns []string
}

// The reasons, by what is kept there.
const (
	careSSH        = "care.ssh"
	careGPG        = "care.gpg"
	careKeyFile    = "care.key_file"
	carePassword   = "care.passwords"
	careCredential = "care.credentials"
	careWallet     = "care.wallet"
	careEnv        = "care.env"
)

// tellsOfSecrets are the reasons that say that secrets are kept there: nobody is asked
// again because there are.
var tellsOfSecrets = map[string]bool{
	careSSH: true, careGPG: true, careKeyFile: true, carePassword: true, careCredential: true, careWallet: true, careEnv: true,
}

func defaultCare() []careGroup {
	return []careGroup{
		{careSSH, []string{".ssh", "/etc/ssh", "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*"}},
		{careGPG, []string{".gnupg"}},
		{careKeyFile, []string{
			"*.pem", "*.key", "*.p8", "*.pk8", "*.p12", "*.pfx", "*.ppk", "*.jks", "*.jceks", "*.keystore", "*.keytab", "*.ovpn",
			".pki", ".config/kdeconnect",
			"/etc/ssl/private", "/etc/wireguard", "/etc/NetworkManager/system-connections",
		}},
		{carePassword, []string{
			".local/share/keyrings", ".local/share/kwalletd", "kwallet", "Library/Keychains", "*.keychain", "*.keychain-db",
			".password-store", "*.kdbx", "*.kdb", ".config/keepassxc", ".config/Bitwarden*", ".config/1Password*", ".config/op",
			"/etc/shadow*", "/etc/gshadow*", ".htpasswd", ".smbcredentials",
		}},
		{careCredential, []string{
			".aws", ".azure", ".oci", ".boto", ".s3cfg", ".bluemix", ".config/gcloud", ".config/doctl", ".config/hcloud", ".config/rclone",
			".config/heroku", ".config/sops", ".config/gh", ".config/glab-cli", ".config/hub", ".config/git/credentials", ".git-credentials",
			".kube", ".docker/config.json", ".config/containers/auth.json", ".terraform.d", "*.tfstate", "*.tfvars", ".vault-token",
			".netrc", "_netrc", ".pgpass", ".my.cnf", ".mylogin.cnf", ".databrickscfg", ".snowflake", ".dbt/profiles.yml", ".fly",
			".config/filezilla", ".local/share/remmina", ".config/remmina", ".vnc", ".subversion/auth", ".Xauthority", ".ICEauthority",
			".npmrc", ".yarnrc.yml", ".pypirc", ".cargo/credentials*", ".gem/credentials", ".m2/settings*.xml", ".gradle/gradle.properties",
			".nuget/NuGet", ".composer/auth.json", ".config/composer/auth.json", ".claude/.credentials.json", ".codex/auth.json",
			"credentials.json", "client_secret*.json", "service-account*.json", "service_account*.json", "secrets.yml", "secrets.yaml",
			"secrets.json", "secrets.toml",
		}},
		{"care.browser", []string{
			".mozilla", ".librewolf", ".waterfox", ".zen", ".tor-browser", ".config/google-chrome*", ".config/chromium",
			"snap/chromium", ".config/BraveSoftware", ".config/microsoft-edge*", ".config/vivaldi*",
			".var/app/*/config/google-chrome*", ".var/app/*/config/chromium*", ".var/app/*/config/BraveSoftware", ".var/app/*/config/microsoft-edge*",
			".var/app/*/config/vivaldi*", ".cache/mozilla", ".cache/google-chrome*", ".cache/chromium", ".cache/BraveSoftware",
			".config/opera*", ".config/falkon", ".local/share/epiphany", ".local/share/falkon", ".local/share/qutebrowser",
			"Library/Application Support/Google/Chrome*", "Library/Application Support/Firefox", "Library/Application Support/Chromium",
			"Library/Application Support/BraveSoftware", "Library/Application Support/Microsoft Edge*", "Library/Safari", "Library/Cookies",
			"AppData/Local/Google/Chrome*", "AppData/Local/Microsoft/Edge*", "AppData/Local/BraveSoftware", "AppData/Roaming/Mozilla",
		}},
		{"care.messages", []string{
			".thunderbird", ".local/share/evolution", ".config/evolution", ".config/Signal*", ".local/share/TelegramDesktop", ".config/Slack",
			".config/discord", ".config/Element", ".local/share/geary", ".purple", "Library/Mail", "Library/Messages",
		}},
		{careWallet, []string{
			"wallet.dat", "*.wallet", "UTC--*", ".bitcoin", ".litecoin", ".dogecoin", ".dashcore", ".zcash", ".ethereum", ".electrum*",
			".armory", ".bitmonero", "Monero/wallets", ".config/solana", ".sui", ".aptos", ".config/Exodus", ".config/atomic",
			".config/Ledger Live", ".config/@trezor", "Library/Application Support/Exodus", "Library/Application Support/Bitcoin",
		}},
		{"care.history", []string{
			".*_history*", ".history", ".histfile", ".zhistory", "fish_history*", ".lesshst", ".viminfo", ".local/state/*/history",
			"ConsoleHost_history.txt",
		}},
		{careEnv, []string{".env*", "*.env", ".flaskenv"}},
	}
}
