import type { Command } from './command';
import { computing, dataFile, modelFile, reading } from './groups';

export const predict: Command = {
  summary: 'predict the rows of a table with a saved model',
  operands: [modelFile, dataFile],
  options: ['out', 'keep', 'inverse', 'json', ...computing, ...reading],
  differs: {
    out: { value: 'CSV', sentence: 'where to write the predictions of every row as CSV; otherwise standard output' },
  },
  examples: [
    ['kernelscope predict price.model new.csv --out predicted.csv', 'a line for each row'],
    ['kernelscope predict price.model new.csv --keep | head', 'behind the columns of the file'],
    ['curl -s https://example.com/rows.csv | kernelscope predict price.model -', 'from a pipe'],
  ],
  run: async (line, { engine, terminal }) =>
    (await import('../predict')).predictCommand(line, await engine(), terminal),
};
