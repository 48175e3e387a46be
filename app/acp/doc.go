// Package acp stands between an editor and an agent that speak the Agent Client Protocol
// (contract §14): it passes their lines on, byte for byte, and answers the agent's
// requests for permission in the editor's place, with what the person said to Assent.
//
// Whatever it does not understand, and whatever goes wrong, is the editor's to ask about:
// its own question comes up, as if nothing stood between.
package acp
