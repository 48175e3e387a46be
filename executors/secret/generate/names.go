package main

import (
	"fmt"
	"strings"
)

// named is what a rule of no maker, or of another noun than its id has, is called.
var named = map[string]string{
	"aws-access-token":      `kind{"kind.key_for", "AWS"}`,
	"jwt":                   `kind{key: "kind.jwt"}`,
	"jwt-base64":            `kind{key: "kind.jwt"}`,
	"gitlab-session-cookie": `kind{"kind.token_for", "GitLab"}`,
	"nuget-config-password": `kind{"kind.password_for", "NuGet"}`,
	"sidekiq-sensitive-url": `kind{"kind.password_for", "Sidekiq"}`,
}

// words returns what a rule's secret is called, as Go source.
func words(id string) string {
	if says, ok := named[id]; ok {
		return says
	}
	name, rest := maker(id)
	key := "kind.key_for"
	for part, noun := range map[string]string{
		"-token": "token", "-pat": "token", "-oauth": "token", "-ptt": "token", "-rrt": "token", "-webhook": "webhook", "-password": "password",
	} {
		if strings.Contains(rest+"-", part+"-") {
			key = "kind." + noun + "_for"
		}
	}
	return fmt.Sprintf("kind{%q, %q}", key, name)
}

// maker returns the name of whose secret it is, by the longest of makers that id
// begins with, and the rest of id.
func maker(id string) (name, rest string) {
	longest := ""
	for begin, maker := range makers {
		if strings.HasPrefix(id, begin) && len(begin) > len(longest) {
			longest, name = begin, maker
		}
	}
	if name == "" {
		panic("whose is " + id + "?")
	}
	return name, id[len(longest):]
}

var makers = map[string]string{
	"1password": "1Password", "adafruit": "Adafruit", "adobe": "Adobe", "airtable": "Airtable", "algolia": "Algolia",
	"alibaba": "Alibaba Cloud", "anthropic": "Anthropic", "artifactory": "Artifactory", "asana": "Asana", "atlassian": "Atlassian",
	"authress": "Authress", "aws": "AWS", "azure": "Azure", "beamer": "Beamer", "bitbucket": "Bitbucket", "bittrex": "Bittrex",
	"cisco-meraki": "Cisco Meraki", "clickhouse": "ClickHouse", "clojars": "Clojars", "cloudflare": "Cloudflare", "codecov": "Codecov",
	"cohere": "Cohere", "coinbase": "Coinbase", "confluent": "Confluent", "contentful": "Contentful", "databricks": "Databricks",
	"datadog": "Datadog", "defined-networking": "Defined Networking", "digitalocean": "DigitalOcean", "discord": "Discord",
	"doppler": "Doppler", "droneci": "Drone CI", "dropbox": "Dropbox", "duffel": "Duffel", "dynatrace": "Dynatrace",
	"easypost": "EasyPost", "etsy": "Etsy", "facebook": "Facebook", "fastly": "Fastly", "finicity": "Finicity", "finnhub": "Finnhub",
	"flickr": "Flickr", "flutterwave": "Flutterwave", "flyio": "Fly.io", "frameio": "Frame.io", "freemius": "Freemius",
	"freshbooks": "FreshBooks", "gcp": "Google Cloud", "github": "GitHub", "gitlab": "GitLab", "gitter": "Gitter",
	"gocardless": "GoCardless", "grafana": "Grafana", "harness": "Harness", "hashicorp-tf": "HCP Terraform", "heroku": "Heroku",
	"hubspot": "HubSpot", "huggingface": "Hugging Face", "infracost": "Infracost", "intercom": "Intercom", "intra42": "42 Intra",
	"jfrog": "JFrog", "kraken": "Kraken", "kucoin": "KuCoin", "launchdarkly": "LaunchDarkly", "linear": "Linear", "linkedin": "LinkedIn",
	"lob": "Lob", "looker": "Looker", "mailchimp": "Mailchimp", "mailgun": "Mailgun", "mattermost": "Mattermost", "maxmind": "MaxMind",
	"messagebird": "MessageBird", "microsoft-teams": "Microsoft Teams", "netlify": "Netlify", "new-relic": "New Relic", "notion": "Notion",
	"npm": "npm", "nytimes": "The New York Times", "octopus-deploy": "Octopus Deploy", "okta": "Okta", "openai": "OpenAI",
	"openshift": "OpenShift", "perplexity": "Perplexity", "plaid": "Plaid", "planetscale": "PlanetScale", "postman": "Postman",
	"prefect": "Prefect", "privateai": "Private AI", "pulumi": "Pulumi", "pypi": "PyPI", "rapidapi": "RapidAPI", "readme": "ReadMe",
	"rubygems": "RubyGems", "scalingo": "Scalingo", "sendbird": "Sendbird", "sendgrid": "SendGrid", "sendinblue": "Brevo", "sentry": "Sentry",
	"settlemint": "SettleMint", "shippo": "Shippo", "shopify": "Shopify", "sidekiq": "Sidekiq", "slack": "Slack", "snyk": "Snyk",
	"sonar": "Sonar", "sourcegraph": "Sourcegraph", "square": "Square", "squarespace": "Squarespace", "stripe": "Stripe",
	"sumologic": "Sumo Logic", "telegram": "Telegram", "travisci": "Travis CI", "twilio": "Twilio", "twitch": "Twitch", "twitter": "X (Twitter)",
	"typeform": "Typeform", "vault": "HashiCorp Vault", "yandex": "Yandex", "zendesk": "Zendesk",
}
