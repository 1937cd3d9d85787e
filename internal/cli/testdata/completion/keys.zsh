# Types command lines and a tab after each into a shell that runs in a terminal: keys.zsh SHELL FILE LINE... The shell sources the file. For each line it
# prints what is on the screen, which ends with what the line became in <<>>, and a NUL.
zmodload zsh/zpty
shell=$1 file=$2
shift 2
case $shell in
zsh) command='zsh -f -i' ;;
bash) command='bash --noprofile --norc -i' ;;
esac
zpty -b typed "stty columns 200 rows 60 -echo; TERM=dumb PS1= $command"
zpty -w typed "source $file"
zpty -r -m typed screen '*READY*'
for line; do
  zpty -w -n typed "$line"$'\t'$'\x18s'
  zpty -r -m typed screen '*<<*>>*'
  print -rn -- "$screen"$'\0'
done
zpty -d typed
