import type { Command } from './command';
import { computing, dataFile, request } from './groups';

export const compare: Command = {
  summary: 'kernels and baselines side by side on the same folds',
  about: 'A kernel or length scale that is set is ignored.',
  operands: [dataFile],
  options: [...request, 'json', 'out', ...computing],
  shows: ['target'],
  differs: {
    out: { value: 'FOLDER', names: 'folder', sentence: 'write race.svg, race.csv and result.json into a folder' },
  },
  examples: [
    ['kernelscope compare samples/flats.csv --target rent', 'the error of each candidate with its interval'],
    ['kernelscope compare samples/leaves.csv --target shrub --set folds=5 --json -', 'on five folds, as JSON'],
  ],
  run: async (line, { engine, terminal }) =>
    (await import('../compare')).compareCommand(line, await engine(), terminal),
};
