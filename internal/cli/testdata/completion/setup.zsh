PS1= PS2= LISTMAX=10000
unset zle_bracketed_paste
unsetopt prompt_cr prompt_sp
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -d $ZDOTDIR/dump
show() {
  print -r -- "<<$BUFFER>>"
  zle kill-buffer
}
zle -N show
bindkey '^Xs' show
zle-line-init() { print READY; }
zle -N zle-line-init
