#!/usr/bin/env bash
# Writes what a release contains beside the binary: build/completions, and build/licences with those of all that is linked on any platform.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf build
mkdir -p build/completions build/licences

CGO_ENABLED=0 go build -tags urfave_cli_no_docs -o build/karplint ./cmd/karplint
build/karplint completion bash >build/completions/karplint.bash
build/karplint completion zsh >build/completions/_karplint
build/karplint completion fish >build/completions/karplint.fish
rm build/karplint

copy_licences() { # MODULE DIRECTORY
  mkdir -p "build/licences/$1"
  find "$2" -maxdepth 1 -type f -iregex '.*/\(licen[cs]e\|notice\|copying\|patents\)[^/]*' -exec cp --no-preserve=mode {} "build/licences/$1/" \;
  if [ -z "$(ls "build/licences/$1")" ]; then
    echo "tools/release-files.sh: $1 has no licence" >&2
    exit 1
  fi
}

copy_licences go "$(go env GOROOT)"
for os in linux darwin windows; do
  GOOS=$os CGO_ENABLED=0 go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/karplint
done | sort -u | while read -r module dir; do
  copy_licences "$module" "$dir"
done
