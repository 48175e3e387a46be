// Package executortest holds the rules that every executor keeps, as one test
// that each executor's own tests call with their cases.
//
//	func TestConform(t *testing.T) {
//		executortest.Conform(t, start, []executortest.Case{
//			{Name: "a photo", Request: request(`{"camera":"front"}`)},
//			{Name: "no such camera", Request: request(`{"camera":"x"}`), Reason: executors.ServiceMissing},
//		})
//	}
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package executortest
