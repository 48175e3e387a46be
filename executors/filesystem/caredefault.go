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
	for _, group := range careGroups {
		list = append(list, group.Patterns...)
	}
	return slices.Clip(list)
}

// CareGroups returns the groups whose patterns, one after the other, are DefaultCare.
func CareGroups() []CareGroup { return slices.Clone(careGroups) }

// NamesPlace reports whether a pattern of a care list has a name in it: one without
// matches nothing.
func NamesPlace(pattern string) bool { return len(compile([]string{pattern}).patterns) > 0 }

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
