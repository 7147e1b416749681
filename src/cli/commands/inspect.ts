import type { Command } from './command';
import { dataFile, reading } from './groups';

export const inspect: Command = {
  summary: 'the columns of a table and how it was read',
  operands: [dataFile],
  options: ['json', 'table', ...reading],
  examples: [
    ['kernelscope inspect samples/flats.csv', 'delimiter, encoding, and a line for each column'],
    [
      'kernelscope inspect odd.txt --delimiter blanks --header no --table odd.csv',
      'the table as CSV, with what is known of it',
    ],
  ],
  run: async (line, { terminal }) => (await import('../inspect')).inspectCommand(line, terminal),
};
