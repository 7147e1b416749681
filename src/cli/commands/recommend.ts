import type { Command } from './command';
import { dataFile, request } from './groups';

export const recommend: Command = {
  summary: 'which method suits the rows: time, memory and loss of each',
  about:
    'The method asked for and its alternatives, best first, with time, memory, expected loss and the options of fit for it.',
  operands: [dataFile],
  options: [...request, 'json'],
  shows: ['target'],
  examples: [
    ['kernelscope recommend houses.csv --target value', 'ways to fit a large file'],
    ['kernelscope recommend houses.csv --target value --method huber --json -', 'the same for one method, as JSON'],
  ],
  run: async (line, { engine, terminal }) =>
    (await import('../recommend')).recommendCommand(line, await engine(), terminal),
};
