#!/usr/bin/env bash
# Builds what a release has, twice and in different directories, compares the two, and lets the programs install it that people install it with.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
step=
finish() {
  local code=$?
  rm -rf "$work"
  [ $code -eq 0 ] || echo "tools/release-test.sh: failed: $step" >&2
}
trap finish EXIT

say() { # STEP
  step=$1
  echo "== $step"
}

say "the same bytes twice"
for copy in first the-second/copy; do
  git clone --quiet "$root" "$work/$copy"
  (cd "$work/$copy" && make --silent snapshot) >"$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
done
diff "$work/first/dist/checksums.txt" "$work/the-second/copy/dist/checksums.txt"
cd "$work/first/dist"
sha256sum --check --quiet checksums.txt
for platform in linux_amd64.tar.gz linux_arm64.tar.gz darwin_amd64.tar.gz darwin_arm64.tar.gz windows_amd64.zip windows_arm64.zip \
  linux_amd64.deb linux_arm64.deb linux_amd64.rpm linux_arm64.rpm; do
  ls karplint_*_"$platform" >/dev/null
done

# check runs an installed karplint: it says which commit it is.
check() { # PROGRAM...
  "$@" version | grep -q "^commit $(git -C "$root" rev-parse HEAD)$"
}

say "an archive, with completions and licences"
mkdir "$work/archive"
tar -xzf karplint_*_linux_amd64.tar.gz -C "$work/archive"
check "$work/archive/karplint"
for name in completions/karplint.bash completions/_karplint completions/karplint.fish licences/github.com/open-policy-agent/opa/LICENSE licences/go/LICENSE; do
  test -s "$work/archive/$name"
done

say "the software bill of materials"
for document in karplint_*.cdx.json; do
  jq --exit-status '[.components[] | select(.name == "github.com/open-policy-agent/opa" and .evidence.licenses[0].license.id == "Apache-2.0")] | length == 1' "$document" >/dev/null
done

say "the Debian package, with dpkg"
mkdir -p "$work/debian/var/lib/dpkg/info" "$work/debian/var/lib/dpkg/updates" "$work/debian/var/lib/dpkg/triggers"
touch "$work/debian/var/lib/dpkg/status" "$work/debian/var/lib/dpkg/available"
dpkg --root="$work/debian" --install karplint_*_linux_amd64.deb >/dev/null
check "$work/debian/usr/bin/karplint"
test -s "$work/debian/usr/share/bash-completion/completions/karplint"
test -s "$work/debian/usr/share/zsh/vendor-completions/_karplint"
[ -z "$(find "$work/debian/usr" ! -perm -444)" ] # all of it can be read by everybody
dpkg --root="$work/debian" --remove karplint >/dev/null
test ! -e "$work/debian/usr/bin/karplint"

say "the RPM package, with rpm"
rpm --root "$work/fedora" --install --nodeps karplint_*_linux_amd64.rpm 2>/dev/null
check "$work/fedora/usr/bin/karplint"
test -s "$work/fedora/usr/share/zsh/site-functions/_karplint"

say "the image, with buildah"
mkdir -p "$work/image/linux/amd64"
cp "$work/archive/karplint" "$work/image/linux/amd64"
image() { buildah --storage-driver vfs --root "$work/store" --runroot "$work/run" "$@"; }
image build --isolation chroot --build-arg TARGETPLATFORM=linux/amd64 --tag karplint --file "$root/Dockerfile" "$work/image" >/dev/null 2>&1
test "$(image inspect --type image --format '{{.OCIv1.Config.User}}' karplint)" = 65532:65532
check image run --isolation chroot "$(image from karplint)" -- /karplint

say "kubectl karplint, with krew"
KREW_ROOT=$work/krew "$(cd "$root" && go tool -modfile=tools/krew/go.mod -n krew)" install \
  --manifest=krew/karplint.yaml --archive="$(ls karplint_*_linux_amd64.tar.gz)" >/dev/null 2>&1
check "$work/krew/bin/kubectl-karplint"

say "the cask and the manifest for Scoop"
ruby -c homebrew/Casks/karplint.rb >/dev/null
for platform in darwin_amd64 darwin_arm64 linux_amd64 linux_arm64; do
  grep -q "sha256 \"$(awk "/_$platform.tar.gz$/ {print \$1}" checksums.txt)\"" homebrew/Casks/karplint.rb
done
test "$(jq -r '.architecture["64bit"].hash' scoop/karplint.json)" = "$(awk '/_windows_amd64.zip$/ {print $1}' checksums.txt)"
test "$(jq -r '.architecture.arm64.hash' scoop/karplint.json)" = "$(awk '/_windows_arm64.zip$/ {print $1}' checksums.txt)"

say "sizes"
du --apparent-size --human-readable karplint_*_linux_amd64.tar.gz karplint_*_linux_amd64.deb "$work/archive/karplint" | sed "s# .*/# #"
