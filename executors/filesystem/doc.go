// Package filesystem serves filesystem:read: list_directory, file_info and, under
// any other tool name, reading a file (contract §9).
//
// Prepare holds the real file behind the path without reading it (O_PATH on
// Linux) and judges it by where it really is: swapping a link, a folder or the
// file itself afterwards changes nothing. Run reopens it through that handle,
// checks that it is the same, and looks for private keys before a byte leaves.
//
// Every call that may touch a disk runs in a goroutine of its own (see kernel):
// a mount that never answers holds up that goroutine, not the caller.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package filesystem
