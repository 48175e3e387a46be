// Package calendar reads and changes a folder of iCalendar files (RFC 5545) as khal,
// Evolution, Apple's Calendar and others keep them: one event a file or thousands, in the
// folder itself or in folders below it, one for each calendar.
//
// Other programs own these files too. A library parses what is read; nothing is ever
// encoded anew from what it parsed. A change splices lines: of a changed event the lines of
// what changed, of everything else no byte. A file is written whole, under a lock, and not
// at all when another program wrote it meanwhile.
//
// An event's id is its UID. An occurrence of a series has the series' id, "#" and the time
// that its rule gave it ("standup@example.org#20260421T080000Z", "…#20260421" of an all-day
// one, "…#20260421T100000" of one in floating time), which stays when the occurrence is
// moved. What is done to such an id is done to the occurrence alone; what is done to the
// series' id is done to all of it. "This and all following" is two calls: update the
// series' recurrence with an UNTIL, and create a new one.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package calendar
