import type { Command } from './command';

export const help: Command = {
  summary: 'this overview, or the page of a command',
  operands: [{ name: 'COMMAND', names: 'command', sentence: 'the command; without it all are listed', optional: true }],
  options: [],
  examples: [['kernelscope help fit', 'the options of fit']],
  run: async ({ operands: [name] }, { commands, terminal: { out, columns } }) => {
    const { overview, page } = await import('../help');
    out(name === undefined ? overview(commands, columns) : page(commands, name, columns));
  },
};
