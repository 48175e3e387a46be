// Package router is what every module of project_cli is made of: the white list of its
// methods, the schemas that judge their input, and the one form of every answer. A
// method that is not on the list does not exist, and no handler sees an input that its
// schema did not let pass (004 §2, contract §17).
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package router
