# Completion of karplint for bash. How to install it: karplint completion --help

_karplint() {
  COMPREPLY=()
  # COMP_WORDS is divided at COMP_WORDBREAKS too, such as = and :. What no blank divides is one word here.
  local words=() word i last=-1 rest=${COMP_LINE:0:COMP_POINT}
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((last < 0)) || [[ $rest == [[:blank:]]* ]]; then
      rest=${rest#"${rest%%[![:blank:]]*}"}
      words[++last]=
    fi
    if ((i == COMP_CWORD)); then
      word=$rest # up to the cursor
    fi
    words[last]+=$word
    rest=${rest#"$word"}
  done
  local current=${words[last]} home=~
  for ((i = 0; i < last; i++)); do
    word=${words[i]//[\\\"\']/}
    words[i]=${word/#~\//$home/}
  done
  local program=${words[0]}
  type -P "$program" >/dev/null || program=karplint

  local line kind= prefix=
  while IFS= read -r line; do
    if [[ -n $kind ]]; then
      COMPREPLY+=("$prefix${line%%$'\t'*}")
    else
      kind=${line%%$'\t'*} prefix=${line#*$'\t'}
    fi
  done < <("$program" __complete "${words[@]:1}" 2>/dev/null)

  # Readline replaces only what follows the last = or : of the word.
  local breaks=${COMP_WORDBREAKS//[^=:]/} before=
  if [[ -n $breaks ]]; then
    before=${current%"${current##*[$breaks]}"}
  fi
  case $kind in
  words | stems)
    compopt +o default +o bashdefault 2>/dev/null # bash 3 has no compopt, bash 4.3 no nosort
    compopt -o nosort 2>/dev/null
    [[ $kind == words ]] || compopt -o nospace 2>/dev/null
    ;;
  files)
    if [[ $before == "$prefix"* ]]; then
      return # bash completes names of files itself
    fi
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
      COMPREPLY+=("$prefix$line")
    done < <(compgen -f -- "${current#"$prefix"}")
    ;;
  esac
  for i in "${!COMPREPLY[@]}"; do
    COMPREPLY[i]=${COMPREPLY[i]#"$before"}
  done
}

complete -o bashdefault -o default -F _karplint karplint
