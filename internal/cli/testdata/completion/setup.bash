PS1=
bind 'set enable-bracketed-paste off'
bind 'set page-completions off'
bind 'set completion-query-items 10000'
bind 'set show-all-if-ambiguous on'
if [[ $WITH_BASH_COMPLETION ]]; then
  source /usr/share/bash-completion/bash_completion
else
  source <(karplint completion bash)
fi
show() {
  echo "<<$READLINE_LINE>>"
  READLINE_LINE= READLINE_POINT=0
}
bind -x '"\C-xs": show'
PROMPT_COMMAND='echo READY'
