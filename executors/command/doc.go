// Package command reads a shell's command line for the person who is asked about it: it
// marks its words and names what is dangerous about it (contract §14, §18).
//
// Nothing here runs or forbids anything. What is named is what a careful reader would
// see in the text; a command without a warning is not a harmless one, and what cannot be
// read is said to be so. The text is hostile: reading it is bounded, and ends.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package command
