import { text as CELLS } from 'kernelscope-text/export/python/kernelscope_cells.py';
import { text as DATES } from 'kernelscope-text/export/python/kernelscope_dates.py';
import { text as KERNELS } from 'kernelscope-text/export/python/kernelscope_kernels.py';
import { text as MAPS } from 'kernelscope-text/export/python/kernelscope_maps.py';
import { text as MODEL } from 'kernelscope-text/export/python/kernelscope_model.py';
import { text as NOTES } from 'kernelscope-text/export/python/kernelscope_notes.py';
import { text as NUMBERS } from 'kernelscope-text/export/python/kernelscope_numbers.py';
import { text as OUTPUTS } from 'kernelscope-text/export/python/kernelscope_outputs.py';
import { text as TABLE } from 'kernelscope-text/export/python/kernelscope_table.py';
import { text as PREDICT } from 'kernelscope-text/export/python/predict.py';
import { ENCODINGS } from '../../engine/contract/encodings';
import { type Exporter, textFile } from '../exporter';
import { leavesOf } from '../kernels/leaves';
import type { PortableModel } from '../portable/portable';
import { withArrays } from '../portable/withArrays';
import { pythonKernels } from './kernels';
import { npy } from './npy';
import { pythonDates, pythonNumbers } from './patterns';
import { type ZipEntry, zip } from './zip';

/** numpy alone: a program, an estimator of scikit-learn where that is installed, and the model as JSON with its arrays in a .npz. */
export const python: Exporter = (model) => {
  const arrays: ZipEntry[] = [];
  const described = withArrays(model, (array, place) => {
    arrays.push({ name: `${place}.npy`, content: npy(array) });
    return { $array: place };
  });
  return [
    textFile('predict.py', PREDICT),
    textFile('kernelscope_model.py', `${MODEL}\n\nModel = ${className(model)}\n`),
    textFile('kernelscope_outputs.py', OUTPUTS),
    textFile('kernelscope_kernels.py', `${KERNELS}\n\n${pythonKernels(leavesOf(model))}\n`),
    textFile('kernelscope_cells.py', CELLS),
    textFile('kernelscope_dates.py', `${DATES}\n\n${pythonDates()}\n`),
    textFile('kernelscope_maps.py', MAPS),
    textFile('kernelscope_notes.py', NOTES),
    textFile('kernelscope_numbers.py', `${NUMBERS}\n\n${pythonNumbers()}\n`),
    textFile('kernelscope_table.py', `${TABLE}\n\n${CODECS}\n`),
    textFile('requirements.txt', 'numpy>=1.22\n'),
    textFile('model.json', `${JSON.stringify(described, undefined, 1)}\n`),
    { name: 'model.npz', content: zip(arrays) },
  ];
};

/** Python's name of each encoding. */
const CODECS = `_CODECS = {${Object.entries(ENCODINGS)
  .map(([name, { python: codec }]) => `"${name}": "${codec}"`)
  .join(', ')}}`;

/** The estimator that a model is, in kernelscope_model.py. */
function className({ components, classes }: PortableModel): string {
  if (components) return 'Components';
  return classes ? 'Classifier' : 'Regressor';
}
