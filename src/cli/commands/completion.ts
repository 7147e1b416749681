import { didYouMean } from '../../engine/contract/closest';
import { type CompletedShell, SHELLS } from '../completion/shells';
import { UsageError } from '../usage';
import type { Command } from './command';

export const completion: Command = {
  summary: 'a script by which a shell completes words of the command line',
  about:
    'It completes commands, options, their values, methods and their parameters, files, and the columns of FILE once that is on the line. A column is typed with quotes where the shell would take it for something else.',
  operands: [{ name: 'SHELL', names: 'shell', sentence: Object.keys(SHELLS).join(', ') }],
  options: [],
  examples: [
    [SHELLS.bash, 'bash: in ~/.bashrc'],
    [SHELLS.zsh, 'zsh: in ~/.zshrc, behind compinit'],
    ['kernelscope completion zsh > ~/.zfunc/_kernelscope', 'zsh: or as a file in a folder of $fpath'],
    ['kernelscope completion fish > ~/.config/fish/completions/kernelscope.fish', 'fish: once'],
    [SHELLS.powershell, 'PowerShell: in $PROFILE'],
  ],
  async run({ operands: [shell] }, { terminal }) {
    if (!Object.hasOwn(SHELLS, shell)) {
      const advice = didYouMean(shell, Object.keys(SHELLS)) ?? `There are ${Object.keys(SHELLS).join(', ')}.`;
      throw new UsageError(`no words are completed in '${shell}'. ${advice}`);
    }
    const { scriptFor } = await import('../completion/scripts');
    terminal.out(scriptFor(shell as CompletedShell));
  },
};
