// Package folder is the data folder: where it and the socket are, whose it is, the lock
// of the one engine that uses it, and how the files in it are read and written
// (contract §2). What stands in the files is their owners' matter: the settings are
// app's, the database consent's and audit's. Only the virtual clock is kept here.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package folder
