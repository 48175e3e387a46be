// Package contacts reads a folder of vCard files (3.0 and 4.0, RFC 2426 and RFC 6350), one
// card a file or many, in the folder itself or in folders below it, one for each address
// book. It never writes.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package contacts
