import type { Command } from './command';

export const methods: Command = {
  summary: 'the methods and their parameters',
  about:
    'Without an id it lists what each is for. With one it shows its parameters with ranges and defaults, and its source.',
  operands: [{ name: 'ID', names: 'method', sentence: 'the method; without it all are listed', optional: true }],
  options: ['json'],
  differs: { json: { attached: true } },
  examples: [
    ['kernelscope methods', 'the list'],
    ['kernelscope methods tkrr', 'the parameters of one, which fit --set takes'],
    ['kernelscope methods tkrr --json', 'the same as JSON'],
  ],
  run: async (line, { terminal }) => (await import('../methods')).methodsCommand(line, terminal),
};
