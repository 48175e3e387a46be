// Package script is an answers file as a person (contract §11): it answers questions
// and reviews as the file says, through the very same engine that a window does, and is
// told apart from a person in the log. answers.go reads the file, person.go answers.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package script
