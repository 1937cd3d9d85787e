# Completion of karplint for fish. How to install it: karplint completion --help

# Asks karplint for the candidates. It fails where fish itself completes names of files.
function __karplint_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    command -q $program; or set program karplint
    set -e words[1]
    # Lines of a word, a tab and what it is. The first line tells how to go on, and what of the current word stays.
    set -l answer (command $program __complete $words "$current" 2>/dev/null)
    set -l head (string split -m 1 \t -- $answer[1])
    set -e answer[1]
    set -g __karplint_candidates "$head[2]"$answer
    test "$head[1]" = words -o "$head[1]" = stems
end

complete -c karplint -n __karplint_complete -f -k -a '(string join \n -- $__karplint_candidates)'
