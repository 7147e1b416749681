# Completes words of kernelscope in bash. In ~/.bashrc: source <(kernelscope completion bash)

_kernelscope() {
  local line order='' what open
  COMPREPLY=()
  # Read, never evaluated: names of columns are among the lines, quoted for where they are put.
  while IFS= read -r line; do
    if [[ -z $order ]]; then order=$line; else COMPREPLY+=("$line"); fi
  done < <(command kernelscope __complete bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  what=${order%%$'\t'*}
  open=${order##*$'\t'}
  # bash 3 completes files wherever there is no word.
  type compopt &>/dev/null || return 0
  compopt -o nosort 2>/dev/null
  [[ $open == open ]] && compopt -o nospace
  [[ $what == folders ]] && compopt +o default -o dirnames
  [[ $what == words ]] && compopt +o default
  return 0
}

complete -o default -F _kernelscope kernelscope
