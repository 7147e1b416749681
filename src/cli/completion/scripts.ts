import { text as BASH } from 'kernelscope-text/cli/completion/scripts/kernelscope.bash';
import { text as FISH } from 'kernelscope-text/cli/completion/scripts/kernelscope.fish';
import { text as POWERSHELL } from 'kernelscope-text/cli/completion/scripts/kernelscope.ps1';
import { text as ZSH } from 'kernelscope-text/cli/completion/scripts/kernelscope.zsh';
import type { CompletedShell } from './shells';

const SCRIPTS: Readonly<Record<CompletedShell, string>> = { bash: BASH, zsh: ZSH, fish: FISH, powershell: POWERSHELL };

/**
 * The script by which a shell completes words: it calls `kernelscope __complete` each time, and executes no part of the
 * answer.
 */
export const scriptFor = (shell: CompletedShell): string => SCRIPTS[shell];
