import type { ModelFormat } from '../../engine/contract/exported';
import { pickOne } from '../plainWindow';

/** What *Export…* writes: the model's own file, or a folder for use elsewhere. */
type ExportChoice = 'ksmodel' | ModelFormat;

const CHOICES: Readonly<
  Record<ExportChoice, { readonly label: string; readonly detail: string; readonly icon: string }>
> = {
  ksmodel: {
    label: 'Kernelscope model',
    detail: 'One .ksmodel file for "kernelscope predict" on the command line.',
    icon: 'package',
  },
  python: {
    label: 'Python',
    detail: 'A folder with predict.py and an estimator for scikit-learn. It needs numpy alone.',
    icon: 'snake',
  },
  javascript: {
    label: 'JavaScript and TypeScript',
    detail: 'A folder with an ES module for Node and browsers, without dependencies.',
    icon: 'json',
  },
  onnx: {
    label: 'ONNX',
    detail: 'A model for ONNX Runtime: C++, C#, Java, Python, phones, browsers.',
    icon: 'circuit-board',
  },
  json: {
    label: 'JSON',
    detail: 'All numbers of the model in one documented file, for your own program.',
    icon: 'bracket',
  },
  notebook: {
    label: 'Notebook',
    detail: 'A Jupyter notebook that reads the file and fits the same model again, in scikit-learn or numpy.',
    icon: 'notebook',
  },
  script: {
    label: 'Script',
    detail: 'A Python program that reads the file and fits the same model again, in scikit-learn or numpy.',
    icon: 'file-code',
  },
  cell: {
    label: 'scikit-learn cell',
    detail: 'Some 25 lines of Python with the kernel and strength that were chosen, to change and cross-validate.',
    icon: 'code',
  },
};

export const isExportChoice = (value: unknown): value is ExportChoice =>
  typeof value === 'string' && Object.hasOwn(CHOICES, value);

/** Undefined on Escape. */
export async function pickFormat(): Promise<ExportChoice | undefined> {
  const items = Object.entries(CHOICES).map(([choice, item]) => ({ ...item, choice: choice as ExportChoice }));
  const picked = await pickOne(items, {
    title: 'Export Model',
    placeHolder: 'Where will the model be used?',
    matchOnDetail: true,
  });
  return picked?.choice;
}
