# Calls the function of the script in $1 as bash would. Each further argument is a command line, as bash divides it: its words with | between them,
# and _ for a blank. It prints the candidates.
source "$1" || exit
shift
for divided; do
  COMP_LINE=${divided//|/}
  COMP_LINE=${COMP_LINE//_/ }
  COMP_POINT=${#COMP_LINE}
  IFS='|' read -ra COMP_WORDS <<<"${divided//_/|}|"
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _karplint karplint
  echo "${COMPREPLY[*]}"
done
