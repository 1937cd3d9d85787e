#!/usr/bin/env bash
# Checks what differs from a commit, $1, with the files that git does not track yet: formatting, go vet, golangci-lint, and the tests of the packages
# that changed, without those that take long. A rule, a page or a golden file belongs to the package that tests it. make lint and make test check
# everything.
set -euo pipefail
cd "$(dirname "$0")/.."

export KARPLINT_TEST_SHORT=1
base=$(git merge-base HEAD "$1")
packages=() rules=()

add() { # PACKAGE...
  local package
  for package in "$@"; do
    [[ " ${packages[*]} " == *" $package "* ]] || packages+=("$package")
  done
}

while IFS= read -r file; do
  case $file in
  bench/* | tools/* | conformance/*) ;; # modules of their own
  rules/compiled/* | rules/lib/*) add ./rules ./lint/rego ;;
  rules/*/*)
    rule=${file#rules/}
    rule=${rule%%/*}
    [[ " ${rules[*]} " == *" $rule "* ]] || rules+=("$rule")
    ;;
  testdata/golden/convert/*) add ./convert ;;
  testdata/golden/*) add ./internal/cli ;;
  editors/*) add ./internal/lsp ;;
  docs/*.md | README.md | examples/*) add ./docs ;;
  facts/*.yaml) add ./facts ;;
  */testdata/*) add "./${file%%/testdata/*}" ;;
  *.go | *.golden | *.rego) [ ! -d "$(dirname "$file")" ] || add "./$(dirname "$file")" ;;
  esac
done < <({ git diff --name-only "$base"; git ls-files --others --exclude-standard; } | sort -u)

echo "checking against $1: ${packages[*]} ${rules[*]}"
test -z "$(gofmt -l .)" || { gofmt -l . >&2; echo "run make fmt" >&2; exit 1; }
if [ "${#packages[@]}" -gt 0 ]; then
  go vet "${packages[@]}"
  go tool -modfile=tools/golangci-lint/go.mod golangci-lint run "${packages[@]}"
  go test "${packages[@]}"
fi
if [ "${#rules[@]}" -gt 0 ]; then
  go test ./rules ./lint/rego
  for rule in "${rules[@]}"; do
    go test ./lint -run "^TestExamples\$/^$rule\$"
  done
fi
