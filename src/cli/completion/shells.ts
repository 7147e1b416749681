/** The word in place of a command by which scripts ask what a word may become. */
export const COMPLETER = '__complete';

/** Shells that words are completed in, each with how its script is installed. */
export const SHELLS = {
  bash: 'source <(kernelscope completion bash)',
  zsh: 'source <(kernelscope completion zsh)',
  fish: 'kernelscope completion fish | source',
  powershell: 'kernelscope completion powershell | Out-String | Invoke-Expression',
} as const;

export type CompletedShell = keyof typeof SHELLS;
