#compdef karplint
# Completion of karplint for zsh. How to install it: karplint completion --help

_karplint() {
  local program=${(Q)words[1]} line kind prefix word about
  local -a found
  program=${program/#\~\//$HOME/}
  whence -p -- $program >/dev/null || program=karplint
  # Lines of a word, a tab and what it is. The first line tells how to go on, and what of the current word stays.
  for line in "${(@f)$($program __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
    word=${line%%$'\t'*} about=${line#*$'\t'}
    if [[ -z $kind ]]; then
      kind=$word prefix=$about
    else
      found+=("${word//:/\\:}${about:+:$about}")
    fi
  done
  [[ -n $prefix ]] && compset -p $#prefix
  case $kind in
  words) _describe -V karplint found ;;
  stems) _describe -V karplint found -S '' ;;
  files) _files ;;
  *) return 1 ;;
  esac
}

if [[ $funcstack[1] == _karplint ]]; then
  _karplint "$@" # the function was loaded from $fpath
else
  compdef _karplint karplint
fi
