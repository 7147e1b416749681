import type { Command } from './command';
import { computing, modelFile } from './groups';

export const exporting: Command = {
  summary: 'a model as a program or data for use elsewhere',
  about: 'FOLDER is made where it is not there; files of the same names in it are replaced.',
  operands: [modelFile],
  options: ['as', 'out', 'intervals', 'no-intervals', 'float64', ...computing],
  shows: ['as', 'out'],
  differs: { out: { value: 'FOLDER', names: 'folder', sentence: 'where to write the files' } },
  examples: [
    ['kernelscope export price.model --as python --out price', 'a program that needs numpy alone'],
    ['kernelscope fit train.csv --target price --save - | kernelscope export - --as json --out price', 'from a pipe'],
    ['kernelscope export price.model --as onnx --no-intervals --out price', 'a small file for a runtime of ONNX'],
  ],
  run: async (line, { engine, terminal }) => (await import('../export')).exportCommand(line, await engine(), terminal),
};
