#!/usr/bin/env bash
# What action.yml runs: it installs karplint, and checks the repository. Its inputs are INPUT_… and ACTION_… there, and the variables that GitHub sets.
set -euo pipefail

fail() { # MESSAGE
  echo "::error title=karplint::$1"
  echo "exit-code=2" >>"$GITHUB_OUTPUT"
  exit 2
}

# install puts karplint into $RUNNER_TEMP/karplint: a release, or built from the action's own source.
install() {
  local version=$INPUT_VERSION
  if [ -z "$version" ] && [[ $ACTION_REF =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]]; then
    version=$ACTION_REF
  fi
  mkdir -p "$RUNNER_TEMP/karplint"
  case $version in
  '' | source) build_source ;;
  v[0-9]*.[0-9]*.[0-9]*) download "$version" ;;
  *) fail "version: $version is no release; write one such as v1.2.3, or source" ;;
  esac
}

build_source() {
  command -v go >/dev/null || fail "Go is not installed: add actions/setup-go before karplint, or set version to a release"
  (cd "$ACTION_PATH" && CGO_ENABLED=0 go build -tags urfave_cli_no_docs -o "$RUNNER_TEMP/karplint/" ./cmd/karplint) ||
    fail "karplint could not be built from source"
}

download() { # VERSION
  local os arch kind=tar.gz
  case $RUNNER_OS in
  Linux) os=linux ;;
  macOS) os=darwin ;;
  Windows) os=windows kind=zip ;;
  *) fail "no release of karplint is for $RUNNER_OS; set version to source" ;;
  esac
  case $RUNNER_ARCH in
  X64) arch=amd64 ;;
  ARM64) arch=arm64 ;;
  *) fail "no release of karplint is for $RUNNER_ARCH; set version to source" ;;
  esac
  local archive=karplint_${1#v}_${os}_$arch.$kind
  local from=$GITHUB_SERVER_URL/$ACTION_REPOSITORY/releases/download/$1
  cd "$RUNNER_TEMP/karplint"
  fetch "$from/$archive"
  local want=$INPUT_CHECKSUM
  if [ -z "$want" ]; then
    fetch "$from/checksums.txt"
    want=$(awk -v name="$archive" '$2 == name { print $1 }' checksums.txt)
  fi
  [ "$(sha256 "$archive")" = "$want" ] || fail "$archive does not have the checksum ${want:-that its release should list}; nothing of it was run"
  if [ $kind = zip ]; then unzip -q -o "$archive"; else tar -xzf "$archive"; fi
  cd - >/dev/null
}

fetch() { # URL
  curl --fail --silent --show-error --location --retry 3 --remote-name "$1" || fail "$1 cannot be downloaded; is there such a release?"
}

sha256() { # FILE
  if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# base prints the commit to compare with: the target of the pull request, or what was there before the push.
base() {
  local depth='add "with: {fetch-depth: 2}" to actions/checkout'
  if [ -z "${GITHUB_BASE_REF:-}" ]; then
    git rev-parse --quiet --verify HEAD^1 || fail "new-only needs the commit before this one, which the clone lacks: $depth"
  elif [ "$GITHUB_EVENT_NAME" = pull_request ] && [ "$(git rev-parse HEAD)" = "$GITHUB_SHA" ]; then # GitHub's merge into the target
    git rev-parse --quiet --verify HEAD^1 || fail "new-only needs the target of the pull request, which the clone lacks: $depth"
  else # another commit was checked out, such as the head of the pull request
    git rev-parse --quiet --verify "refs/remotes/origin/$GITHUB_BASE_REF" ||
      fail "new-only needs the history of this commit and of $GITHUB_BASE_REF: add \"with: {fetch-depth: 0}\" to actions/checkout"
  fi
}

lint() {
  local flags=(--format "$INPUT_FORMAT") path
  [ -z "$INPUT_FAIL_ON" ] || flags+=(--fail-on "$INPUT_FAIL_ON")
  [ -z "$INPUT_KARPENTER_VERSION" ] || flags+=(--karpenter-version "$INPUT_KARPENTER_VERSION")
  [ -z "$INPUT_SARIF" ] || flags+=(--output "sarif=$INPUT_SARIF")
  case $INPUT_NEW_ONLY in
  true)
    local commit
    commit=$(base) || { echo "$commit"; exit 2; }
    flags+=(--new-from "$commit")
    ;;
  false | '') ;;
  *) fail "new-only: $INPUT_NEW_ONLY is neither true nor false" ;;
  esac
  flags+=(--)
  while read -r path; do
    [ -z "$path" ] || flags+=("$path")
  done <<<"$INPUT_PATHS"
  local code=0
  "$RUNNER_TEMP/karplint/karplint" lint "${flags[@]}" || code=$?
  echo "exit-code=$code" >>"$GITHUB_OUTPUT"
  return $code
}

install
lint
