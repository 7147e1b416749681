import { REPRODUCING } from '../options/reproducing';
import { namesOf } from '../options/table';
import type { Command } from './command';
import { computing } from './groups';

export const reproduce: Command = {
  summary: 'figures and tables of the papers, computed again',
  about:
    'Without an id it lists the choices and about how long each takes. With one it says what the paper claims, what is found, whether the two agree, and which settings the paper states.',
  operands: [
    { name: 'ID', names: 'reproduction', sentence: 'the figure or table; without it all are listed', optional: true },
  ],
  options: ['seed', ...namesOf(REPRODUCING), 'out', 'json', ...computing],
  differs: {
    out: {
      value: 'FOLDER',
      names: 'folder',
      sentence: 'write the numbers as CSV and Markdown, each figure as SVG and its data as CSV',
    },
  },
  examples: [
    ['kernelscope reproduce', 'the list'],
    ['kernelscope reproduce tkrr-fig2 --out figures', 'one figure, with its data'],
    ['kernelscope reproduce ckrr-table1 --file mnist.csv --quick', 'a table that needs data, on fewer rows'],
  ],
  run: async (line, { engine, terminal }) =>
    (await import('../reproduce')).reproduceCommand(line, await engine(), terminal),
};
