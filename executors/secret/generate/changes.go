package main

import (
	"regexp"
	"strings"
)

// leftOut are rules that do not become one of ours, and why.
var leftOut = map[string]string{
	"adobe-client-id":        "an id, no secret",
	"asana-client-id":        "an id, no secret",
	"bitbucket-client-id":    "an id, no secret",
	"discord-client-id":      "an id, no secret",
	"flutterwave-public-key": "public",
	"linkedin-client-id":     "an id, no secret",
	"lob-pub-api-key":        "public",
	"looker-client-id":       "an id, no secret",
	"mailgun-pub-key":        "public",
	"mapbox-api-token":       "public: it begins with pk.",
	"messagebird-client-id":  "an id, no secret",
	"plaid-client-id":        "an id, no secret",
	"sendbird-access-id":     "an id, no secret",
	"sumologic-access-id":    "an id, no secret",
	"age-secret-key":         "ours knows the newer form and small letters",
	"curl-auth-header":       "ours needs no curl",
	"curl-auth-user":         "ours is bounded to a line",
	"facebook-access-token":  "has no keyword; ours wants a name",
	"generic-api-key":        "ours takes fewer names of variables for secrets, see assigned.go",
	"kubernetes-secret-yaml": "ours is bounded to a manifest",
	"pkcs12-file":            "has a path alone; the care list and keystore.go know it",
	"private-key":            "ours needs no end, which may not be part of what is read",
	"hashicorp-tf-password":  "ours takes any file",
}

// change is what differs in a pattern from upstream's.
type change struct{ from, to string }

// changes are made to the patterns, so that they match bounded ASCII alone.
var changes = map[string]change{
	"freemius-secret-key":       {`[\S]{29}`, `[!-~]{29}`},
	"nuget-config-password":     {`.{8,}`, `[ -~]{8,200}`},
	"sidekiq-sensitive-url":     {`gems.contribsys.com|enterprise.contribsys.com`, `gems\.contribsys\.com|enterprise\.contribsys\.com`},
	"slack-config-access-token": {`xoxe.xox`, `xoxe[.-]xox`},
	"slack-webhook-url":         {`(?:https?://)?hooks.slack.com/`, `hooks\.slack\.com/`},
	"vault-service-token":       {textEnd, sourceEnd},           // also s.ReadSomethingOfSomeLength,
	"sourcegraph-access-token":  {`|[a-fA-F0-9]{40})\b`, `)\b`}, // also every commit of git
}

// In upstream's patterns a secret ends as in source code; in a text also at its
// punctuation.
const (
	sourceEnd = `(?:[\x60'"\s;]|\\[nr]|$)`
	textEnd   = `(?:[\x60'"\s;,)\]}<>&]|[^\x00-\x7f]|\.\s|\\[nr]|$)`
)

func changed(id, pattern string) string {
	pattern = strings.ReplaceAll(pattern, sourceEnd, textEnd)
	c, ok := changes[id]
	if !ok {
		return pattern
	}
	if strings.Count(pattern, c.from) != 1 {
		panic("upstream changed " + id)
	}
	return strings.Replace(pattern, c.from, c.to, 1)
}

// placeholders is what stands where a secret will be. Upstream's first one takes
// everything that begins with true, holds false or ends in null.
func placeholders(a allowlist) string {
	all := append([]string{`(?i)^(?:true|false|null)$`}, a.Regexes[1:]...)
	for _, word := range a.StopWords {
		all = append(all, regexp.QuoteMeta(word))
	}
	return either(all)
}

// allowed joins what a rule takes for no secret. What looks at more than the secret is
// left out: it hides secrets beside it.
func allowed(all []allowlist) string {
	var patterns []string
	for _, a := range all {
		if a.RegexTarget == "" && a.Condition == "" {
			patterns = append(patterns, a.Regexes...)
		}
	}
	return either(patterns)
}

func either(patterns []string) string {
	var groups []string
	for _, p := range patterns {
		regexp.MustCompile(p)
		groups = append(groups, "(?:"+p+")")
	}
	return strings.Join(groups, "|")
}
