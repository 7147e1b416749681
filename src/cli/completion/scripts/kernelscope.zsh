#compdef kernelscope
# Completes words of kernelscope in zsh. In ~/.zshrc, behind compinit: source <(kernelscope completion zsh)

_kernelscope() {
  local line rest order=''
  local -a parts closed closed_shown open open_shown
  # Read, never evaluated: compadd quotes names of columns as it types them.
  while IFS= read -r line; do
    if [[ -z $order ]]; then
      order=$line
      continue
    fi
    parts=("${(@ps:\t:)line}")
    rest=$parts[1]
    [[ -n $parts[2] ]] && rest+="  -- $parts[2]"
    if (( $#parts > 2 )); then
      open+=("$parts[1]")
      open_shown+=("$rest")
    else
      closed+=("$parts[1]")
      closed_shown+=("$rest")
    fi
  done < <(command kernelscope __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
  parts=("${(@ps:\t:)order}")
  (( $#closed )) && compadd -V kernelscope -l -d closed_shown -a closed
  (( $#open )) && compadd -V kernelscope -l -S '' -d open_shown -a open
  (( $#closed + $#open )) && return 0
  compset -p "${parts[2]:-0}"
  case $parts[1] in
    files) _files ;;
    folders) _files -/ ;;
    *) return 1 ;;
  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _kernelscope "$@"
else
  compdef _kernelscope kernelscope
fi
