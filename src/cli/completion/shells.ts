/** The word in place of a command by which scripts ask for completions. */
export const COMPLETER = '__complete';

/** The shells in which words are completed, each with the command that installs its script. */
export const SHELLS = {
  bash: 'source <(kernelscope completion bash)',
  zsh: 'source <(kernelscope completion zsh)',
  fish: 'kernelscope completion fish | source',
  powershell: 'kernelscope completion powershell | Out-String | Invoke-Expression',
} as const;

export type CompletedShell = keyof typeof SHELLS;
