package manifest

import "cmp"

// Words are an author's words: a key into the table of known agent keys, and the
// fallback to use without it. Both are untrusted.
type Words struct{ Key, Fallback string }

// Text returns the words to show: those of a known agent key, else the fallback,
// the raw key, the id (contract §6). It is not escaped.
func (w Words) Text(chinese bool, id string) string {
	english, translated := known(w.Key)
	if chinese {
		english = translated
	}
	return cmp.Or(english, w.Fallback, w.Key, id)
}

// known is the table of known agent keys. It holds the keys that the manifest
// specification itself uses as examples, and nothing of Assent's own: an author
// must not be able to borrow the app's voice.
func known(key string) (english, chinese string) {
	switch key {
	case "agent.tools.fetch_web.desc", "agent.tools.fetch_url.desc":
		return "Fetch a web page", "获取网页"
	case "agent.scopes.network_http.label":
		return "Network requests", "网络请求"
	case "agent.cap.read_file.description":
		return "Read a local file", "读取一个本地文件"
	case "agent.scope.filesystem_read.label":
		return "Read local files", "读取本地文件"
	case "agent.scope.filesystem_read.description":
		return "Read files that you name", "读取你指定的文件"
	}
	return "", ""
}
