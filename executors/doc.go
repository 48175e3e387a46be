// Package executors defines what it takes to run a tool call on this machine:
// an Executor prepares a Plan, the plan is asked about, and only that plan runs.
//
// Each folder below this one serves one scope. An executor never decides
// whether it may run: that is package consent's, before Plan.Run is called.
//
// # Writing an executor
//
// Say you want to serve camera:use. Make a folder camera with a type that
// implements Executor (the package example is a whole one):
//
//   - Available says nil, or an *Error with a reason such as ServiceMissing and
//     a message that tells the person what to install. assentctl doctor prints it.
//   - Prepare decodes the arguments with DecodeArguments, looks at the machine
//     without changing it, sending anything or reading content, and returns a
//     Plan that holds its target. What is wrong with the *arguments* is an
//     *Error with InvalidArguments; what is wrong with this *machine* ("no such
//     device") goes to Facts.Finding: it is shown to the person, and answered
//     only after a yes, so that a refused agent learns nothing.
//   - Plan.Run does exactly what Facts said, within ctx, and returns a value
//     that encodes to a JSON object, a struct with json tags. What may hang runs
//     in a goroutine that Run does not wait for past ctx's end, and that cleans up
//     after itself.
//   - A plan whose target must be read to describe it is a Holder; one that finds
//     something to ask about only when it runs returns an *AskAgain; one that can
//     answer less precisely is a Coarsener.
//   - An Error's message goes to the agent and its Err to the log: neither holds
//     a value of the arguments, nor what was read.
//
// Then register it in app with one line, Register("camera:use", camera.New()),
// give its texts to i18n, and call executortest.Conform from its tests with a
// case for each way a call can end: it checks the rules that all executors keep.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package executors
