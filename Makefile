GO ?= go
# Each tool has a module of its own below tools/, which pins it. Go builds it at its first use, and keeps it in its build cache.
tool = $(GO) tool -modfile=tools/$(1)/go.mod
MODULES := . bench tools conformance conformance/latest conformance/tofu $(patsubst %/go.mod,%,$(wildcard tools/*/go.mod))

.PHONY: build demo check test test-long fuzz lint test-release snapshot release bench bench-editor picture-editor vscode comparison hostile pictures docs releases check-releases fmt

# build makes ./karplint, without C and without what would write manual pages: both would be loaded at every start.
build:
	@CGO_ENABLED=0 $(GO) build -tags urfave_cli_no_docs -o karplint ./cmd/karplint

# demo shows what karplint does with examples/, each job once. Finding errors is its purpose, so exit code 1 is right, and any other one fails the demo.
demo: build
	@echo 'examples$$ karplint lint terraform/cluster.tf manifests/shop/web.yaml'
	@cd examples && ../karplint lint terraform/cluster.tf manifests/shop/web.yaml; test $$? -eq 1
	@echo && echo 'examples$$ karplint convert charts/teams'
	@cd examples && ../karplint convert charts/teams 2>/dev/null
	@echo && echo 'examples$$ karplint plan --to 1.8.1 fleet/legacy | head -13'
	@cd examples && ../karplint plan --to 1.8.1 fleet/legacy | head -13

# check is for the minute between two edits: style and tests of the packages that differ from main, or from BASE.
BASE ?= main
check:
	@tools/check.sh $(BASE)

# test runs every test, with few draws of those that draw their cases. Those in conformance/ need Karpenter and the API server's code, and OpenTofu, which take some minutes to compile
# once; OpenTofu is built ahead, so that its time is not that of the test.
test:
	@$(GO) test $(TESTFLAGS) ./...
	@cd bench && $(GO) test ./...
	@cd tools && $(GO) test ./...
	@cd conformance/tofu && $(GO) tool -n tofu >/dev/null
	@cd conformance && $(GO) test ./...
	@cd conformance/latest && $(GO) test ./...

# test-long does the same with many draws, which takes most of an hour, and then runs the main module with the race detector, which takes
# half an hour and needs a C compiler.
test-long:
	@KARPLINT_TEST_LONG=1 $(MAKE) test GO="$(GO)" TESTFLAGS="-timeout 40m"
	@CGO_ENABLED=1 $(GO) test -race -timeout 40m ./...

# fuzz runs each fuzz target for FUZZTIME, one after another, and stops at the first that fails: its input is then below testdata/fuzz
# of the package, where every later test runs it.
FUZZTIME ?= 1m
FUZZPARALLEL ?= 2
fuzz:
	@grep -ro '^func Fuzz[A-Za-z]*' --include='*_test.go' . | sort | while IFS=: read -r file function; do \
	  target=$${function#func }; echo "$$(dirname $$file) $$target"; \
	  (cd $$(dirname $$file) && $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 50x -parallel $(FUZZPARALLEL) .) </dev/null || exit 1; \
	done

# lint checks formatting, that go.mod and go.sum of each module are tidy, go vet's findings, those of .golangci.yaml, the shell scripts, the
# workflows and the configuration of releases.
lint:
	@unformatted=$$(gofmt -l .); test -z "$$unformatted" || { echo "run make fmt; gofmt would change:"; echo "$$unformatted"; exit 1; }
	@for module in $(MODULES); do \
	  (cd $$module && $(GO) mod tidy -diff) || { echo "run go mod tidy in $$module"; exit 1; }; \
	done
	@for module in . bench tools conformance conformance/latest; do (cd $$module && $(GO) vet ./...) || exit 1; done
	@$(call tool,golangci-lint) golangci-lint run
	@shellcheck .ci/run action.sh tools/*.sh tools/*/*.sh
	@$(call tool,actionlint) actionlint .github/workflows/*.yaml
	@$(call tool,goreleaser) goreleaser check --quiet

# test-release builds what a release has twice, and installs it with the programs that people have for it.
test-release:
	@tools/release-test.sh

# snapshot builds what a release has, into dist/, without publishing it. release publishes it, from a tag; the workflow does that.
snapshot:
	@$(call tool,goreleaser) goreleaser release --snapshot --clean --skip=docker
release:
	@$(call tool,goreleaser) goreleaser release --clean $(FLAGS)

# bench measures karplint and the programs beside it on generated repositories, and writes docs/benchmarks.md. With BENCHFLAGS, as in
# BENCHFLAGS='-corpus small,curves -runs 1', it only prints. What cannot be built here is missing in the tables.
bench: build
	@cd bench && $(GO) run . -karplint ../karplint -page ../docs/benchmarks.md $(foreach other,conftest kubeconform pluto, \
	  -$(other) "$$(cd .. && $(call tool,$(other)) -n $(other))") $(BENCHFLAGS)

# bench-editor measures karplint lsp in a generated repository of 2,000 files, for docs/editors.md.
bench-editor: build
	@cd bench && dir=$$(mktemp -d) && trap "rm -rf $$dir" EXIT && $(GO) run . -karplint ../karplint -corpus old -runs 1 -keep "$$dir" >/dev/null && \
	  $(GO) run ./editor -karplint ../karplint -repo "$$dir/old"

# picture-editor writes docs/editor.png, of Neovim in a terminal.
picture-editor: build
	@tools/picture-editor.sh

# vscode packages the extension of editors/vscode.
vscode:
	@cd editors/vscode && npm ci --no-fund --no-audit --ignore-scripts --silent && npm run --silent package

# comparison runs the tools of docs/comparison.md in examples/, and prints what they find there. The first run builds them into bin/.
comparison:
	@tools/comparison/run.sh

# hostile prints time and peak memory of karplint on inputs made to exhaust it, and fails if one of them takes more than the limits allow.
hostile: build
	@cd bench && $(GO) run ./hostile -karplint ../karplint

# pictures takes the pictures of the page of karplint report and of the graph, with the Chromium of the machine. Look at them before you commit them.
PICTURED := fleet/legacy fleet/production fleet/staging manifests terraform charts
pictures: build
	@cd tools/page && npm ci --silent
	@mkdir -p build/pictures docs/pictures
	@cd examples && ../karplint report --name platform -o ../build/pictures/one.html fleet 2>/dev/null
	@cd examples && for dir in $(PICTURED); do ../karplint report --name acme/$${dir##*/} -o ../build/pictures/$${dir##*/}.json $$dir 2>/dev/null || exit 1; done
	@./karplint report --from $(foreach dir,$(PICTURED),build/pictures/$(notdir $(dir)).json) -o build/pictures/many.html
	@node tools/page/pictures.mjs "$$(command -v chromium || command -v google-chrome)" build/pictures/one.html build/pictures/many.html \
	  docs/graph.svg docs/pictures

# docs writes what is made from the facts and the rules: facts/compiled/, rules/compiled/, docs/rules/, and the tables and outputs in
# the other pages.
docs:
	@$(GO) test ./facts -run '^TestCompiled$$' -update
	@$(GO) test ./lint/rego -run '^TestCompiledAhead$$' -update
	@$(GO) test ./internal/config -run '^TestPublishedSchema$$' -update
	@$(GO) test ./internal/cli -run '^TestGraphOfFleet$$' -update
	@$(GO) test ./docs/... -update

# releases brings the tables to the releases of Karpenter that they lack: it writes what follows from their modules, and prints what a person has to
# read. With RELEASE and FROM it reads a checkout of a tag instead. check-releases says which releases they lack, and fails if there are any. They ask
# the Go module proxy.
releases:
	@cd tools && $(GO) run ./release $(if $(RELEASE),-release $(RELEASE)) $(if $(FROM),-from $(abspath $(FROM)))

check-releases:
	@cd tools && $(GO) run ./release -check

# fmt formats the Go code.
fmt:
	@gofmt -w .
