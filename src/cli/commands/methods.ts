import type { Command } from './command';

export const methods: Command = {
  summary: 'the methods and their parameters',
  operands: [],
  options: ['json'],
  differs: { json: { attached: true } },
  examples: [
    ['kernelscope methods', 'the list'],
    ['kernelscope methods --json', 'the same as JSON'],
  ],
  run: async (line, { terminal }) => (await import('../methods')).methodsCommand(line, terminal),
};
