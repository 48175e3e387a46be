package sandbox

// route is one thing that can be asked.
type route struct {
	method, path string // as openapi.json has them
	public       bool   // no token is needed
	answer       func(*request) (answer, error)
	stream       func(*request) error // instead: it answers by itself, unless it returns an error
}

// answer is what a request gets.
type answer struct {
	status int
	body   any
}

var routes = []route{
	{method: "GET", path: "/openapi.json", public: true, answer: describe},

	{method: "POST", path: "/agents", answer: addAgent},
	{method: "GET", path: "/agents/{agent_id}", public: true, answer: showAgent},
	{method: "PATCH", path: "/agents/{agent_id}", answer: changeAgent},
	{method: "POST", path: "/agents/{agent_id}/webhook", answer: setWebhook},
	{method: "GET", path: "/agents/{agent_id}/webhook", answer: showWebhook},

	{method: "POST", path: "/h2a/relations", answer: addRelation},
	{method: "GET", path: "/h2a/relations/{id}", answer: showRelation},
	{method: "PATCH", path: "/h2a/relations/{id}", answer: changeRelation},

	{method: "POST", path: "/conversations", answer: addConversation},
	{method: "POST", path: "/conversations/{conversation_id}/messages", answer: send},

	{method: "GET", path: "/events", stream: eventStream},
	{method: "GET", path: "/ws", stream: webSocket},
}
