# make run    start Assent with a demo agent (on a virtual screen where there is none)
#             with WAY=server the agent is a program at a server on this machine
# make test   run every test, the end-to-end ones on a virtual desktop
# The other targets are for those who work on Assent.

GO      ?= go
BUILD   := build
PREFIX  ?= $(HOME)/.local
RELEASE := -trimpath -tags migrated_fynedo -ldflags '-s -w'

.PHONY: run test build deps check bench soak screenshots install package clean

run: deps build
	@WAY='$(WAY)' .ci/demo

build: deps
	@mkdir -p $(BUILD)
	$(GO) build $(RELEASE) -o $(BUILD)/ ./cmd/assent ./cmd/assentctl ./cmd/project_cli

# What is missing of the system's packages, and nothing else, is installed.
deps:
	@.ci/deps

test: deps check
	$(GO) test -race -p 1 ./... # one package at a time: the desktop's tests need the processors

# With the race detector's builds, which are the tests': a new machine compiles the toolkit once.
check:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'run gofmt on these'; exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet -race ./...
	@staticcheck=$$($(GO) tool -n staticcheck) && GOFLAGS=-race $$staticcheck ./...

# Everything measured, beside this machine's limits and what others do: docs/performance.md.
bench: deps
	$(GO) test -run '^$$' -bench . -benchmem -timeout 60m ./app/... ./consent/... ./audit/... ./executors/... ./cmd/...

# The crash test in its long form.
soak: deps
	ASSENT_SOAK=1 $(GO) test -run Crash -timeout 80m -count 1 ./audit

# A picture of every page and question into build/screenshots, and README's pictures anew.
screenshots: build
	@.ci/deps ffmpeg xterm hsetroot
	.ci/screenshots
	.ci/film docs

# Puts Assent on this user's desktop, or anywhere with PREFIX.
install: build
	.ci/install $(BUILD) $(DESTDIR)$(PREFIX) $(PREFIX)

# Makes a Debian package of what install would put into /usr.
package: build
	.ci/package $(BUILD)

clean:
	rm -rf $(BUILD)
