#!/bin/sh
# Runs the tools of docs/comparison.md in examples/, so that the page can be checked again. A tool is built once, as bin/NAME-VERSION; one that is
# there already is used as it is. kubeconform's schemas are made by its own script, which needs Python and PyYAML.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$root/examples"

# tool NAME VERSION PACKAGE [COMMIT]: builds it with the module proxy, or says that it cannot.
tool() {
  test -x "$root/bin/$1-$2" || { GOBIN=$work go install "$3@${4:-$2}" && mv "$work/$1" "$root/bin/$1-$2"; } || echo "$1 $2 cannot be built here"
  ln -s "$root/bin/$1-$2" "$work/$1"
}

# module PATH@VERSION: its directory in the module cache.
module() { go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)",/\1/p'; }

# run COMMAND: what it prints, and its exit code.
run() {
  printf '\nexamples$ %s\n' "$1"
  sh -c "$1" 2>&1 && echo '(exit code 0)' || echo "(exit code $?)"
}

mkdir -p "$root/bin"
tool conftest v0.71.1 github.com/open-policy-agent/conftest
tool kubeconform v0.8.0 github.com/yannh/kubeconform/cmd/kubeconform
tool kubectl-validate v0.0.4 sigs.k8s.io/kubectl-validate
tool pluto v5.24.0 github.com/fairwindsops/pluto/v5/cmd/pluto
tool tflint v0.64.0 github.com/terraform-linters/tflint
tool kube-linter v0.8.3 golang.stackrox.io/kube-linter/cmd/kube-linter
tool helm v3.22.0 helm.sh/helm/v3/cmd/helm
tool karpenter-convert v0.32.10 github.com/aws/karpenter/tools/karpenter-convert/cmd/karpenter-convert release-v0.32.x

script=$(module github.com/yannh/kubeconform@v0.8.0)/scripts/openapi2jsonschema.py
for version in 1.0.8 1.8.2; do
  mkdir -p "$work/crds/$version" "$work/schemas/$version"
  cp "$(module github.com/aws/karpenter-provider-aws@v$version)"/pkg/apis/crds/karpenter* "$work/crds/$version"
  (cd "$work/schemas/$version" && FILENAME_FORMAT='{kind}-{group}-{version}' python3 "$script" "$work/crds/$version"/*) >/dev/null
done
export PATH="$work:$PATH" NO_COLOR=1
helm template charts/teams >"$work/teams.yaml" || true

run 'conftest test --no-color -p ../bench/policy/manifests.rego manifests'
run 'conftest test --no-color -p ../bench/policy/manifests.rego fleet/production fleet/workloads'
run 'conftest test --no-color -p ../bench/policy/terraform.rego terraform fleet/legacy'
run 'helm template charts/teams | conftest test --no-color -p ../bench/policy/manifests.rego -'
for version in 1.0.8 1.8.2; do
  run "kubeconform -strict -summary -schema-location '$work/schemas/$version/{{ .ResourceKind }}{{ .KindSuffix }}.json' manifests/karpenter $work/teams.yaml"
  run "kubectl-validate manifests $work/teams.yaml --local-crds $work/crds/$version"
done
run 'pluto detect-files -d manifests'
run 'pluto detect-files -d manifests -f ../tools/comparison/pluto.yaml'
run 'helm template charts/teams | pluto detect -f ../tools/comparison/pluto.yaml -'
for dir in terraform fleet/legacy; do run "tflint --no-color --chdir=$dir"; done
run 'kube-linter lint manifests charts/teams fleet/workloads'
run 'kube-linter lint --config ../tools/comparison/kube-linter.yaml manifests charts/teams'
run 'karpenter-convert -R -f manifests'
run "karpenter-convert -R -f manifests >$work/new.yaml && kubectl-validate $work/new.yaml --local-crds $work/crds/1.0.8"
for file in charts/teams/templates/pools.yaml fleet/legacy/pools.tf; do run "karpenter-convert -f $file"; done
