#!/usr/bin/env bash
# Writes docs/editor.png: diagnostics and hover in Neovim. The terminal is tmux, whose screen aha turns into HTML and Chromium into pixels. All are packages of
# Debian: neovim tmux aha chromium fonts-dejavu-core.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in nvim tmux aha chromium; do
  command -v "$tool" >/dev/null || { echo "tools/picture-editor.sh: $tool is missing; install neovim, tmux, aha, chromium and fonts-dejavu-core" >&2; exit 2; }
done
work=$(mktemp -d)
session=karplint-picture-$$
trap 'tmux -L "$session" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT
cp tools/picture-editor/pool.yaml "$work"
printf 'karpenter-version: 1.8.1\nignore: [KL509, KL515]\n' >"$work/.karplint.yaml"
mkdir "$work/.git"
awk '/^```/ { inside = /^```lua$/; blocks += inside; next } inside && blocks == 2' docs/editors.md >"$work/configuration.lua"
export KARPLINT_CONFIGURATION=$work/configuration.lua
PATH=$PWD:$PATH
init=$PWD/tools/picture-editor/init.lua

columns=118 rows=42 # more below the cursor than above, so that the window opens there
export XDG_CACHE_HOME=$work/cache XDG_STATE_HOME=$work/state
tmux -L "$session" -f /dev/null new-session -d -x "$columns" -y "$rows" -c "$work" \
  "env TERM=tmux-256color nvim -u '$init' -i NONE pool.yaml"
screen() { tmux -L "$session" capture-pane -p "$@"; }
until screen | grep -q 'KL5'; do sleep 0.2; done
tmux -L "$session" send-keys 19G w K
until screen | grep -q 'since Karpenter'; do sleep 0.2; done
sleep 0.5
screen -e | head -n 33 | aha --black --no-header >"$work/body.html"
cat >"$work/page.html" <<'HTML'
<meta charset="utf-8"><style>body { margin: 0; background: #1c1c1c; color: #d0d0d0 }
pre { margin: 0; padding: 10px 14px; font: 15px/19px "DejaVu Sans Mono", monospace }</style><pre>
HTML
cat "$work/body.html" >>"$work/page.html"
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=1 --window-size=1096,648 \
  --user-data-dir="$work/chromium" --screenshot="$PWD/docs/editor.png" "file://$work/page.html" >/dev/null 2>&1
ls -l docs/editor.png
