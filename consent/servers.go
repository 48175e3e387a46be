package consent

// ServerReview is what the person decides before any server that an agent's file names is
// started or spoken to (contract §16). All texts in it but Workspace are the file's.
type ServerReview struct {
	AgentID   string
	Workspace string // where programs are started, and what they may change
	Servers   []Server
	Contained bool     // the kernel keeps programs to their folders
	Care      []string // what lies in the workspace that the care list names, absolute
}

// Server is one of them.
type Server struct {
	Name     string
	Command  []string // the words that start it; none where it is at URL
	URL      string
	Settings []ServerSetting // of its environment, or its headers
	Writable []string        // files and folders beside the workspace that the file names
}

// ServerSetting is a variable or a header that the server gets.
type ServerSetting struct {
	Name      string
	Value     string   // as the file has it, empty for a header; without the values of Variables
	Variables []string // of Assent's own environment that stand in it
}

// ServerReviewer puts a ServerReview before whoever answers. A Reviewer that is none says
// no to every one.
type ServerReviewer interface {
	// ReviewServers returns at once. answer may be called once, at any time and from any
	// goroutine; without it, nothing is started.
	ReviewServers(r ServerReview, answer func(yes bool))
}
