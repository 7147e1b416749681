import { l10n } from 'vscode';
import type { ModelFormat } from '../../engine/contract/exported';
import { pickOne } from '../plainWindow';

/** The output of *Export…*: the model's own file, or a folder for use elsewhere. */
type ExportChoice = 'ksmodel' | ModelFormat;

const CHOICES: Readonly<
  Record<ExportChoice, { readonly label: string; readonly detail: string; readonly icon: string }>
> = {
  ksmodel: {
    label: l10n.t('Kernelscope model'),
    detail: l10n.t('One .ksmodel file for "kernelscope predict" on the command line.'),
    icon: 'package',
  },
  python: {
    label: 'Python',
    detail: l10n.t('A folder with predict.py and an estimator for scikit-learn. It needs numpy alone.'),
    icon: 'snake',
  },
  javascript: {
    label: l10n.t('JavaScript and TypeScript'),
    detail: l10n.t('A folder with an ES module for Node and browsers, without dependencies.'),
    icon: 'json',
  },
  onnx: {
    label: 'ONNX',
    detail: l10n.t('A model for ONNX Runtime: C++, C#, Java, Python, phones, browsers.'),
    icon: 'circuit-board',
  },
  json: {
    label: 'JSON',
    detail: l10n.t('All numbers of the model in one documented file, for your own program.'),
    icon: 'bracket',
  },
  notebook: {
    label: l10n.t('Notebook'),
    detail: l10n.t('A Jupyter notebook that reads the file and fits the same model again, in scikit-learn or numpy.'),
    icon: 'notebook',
  },
  script: {
    label: l10n.t('Script'),
    detail: l10n.t('A Python program that reads the file and fits the same model again, in scikit-learn or numpy.'),
    icon: 'file-code',
  },
  cell: {
    label: l10n.t('scikit-learn cell'),
    detail: l10n.t(
      'Some 25 lines of Python with the kernel and strength that were chosen, to change and cross-validate.',
    ),
    icon: 'code',
  },
};

export const isExportChoice = (value: unknown): value is ExportChoice =>
  typeof value === 'string' && Object.hasOwn(CHOICES, value);

/** Asks for the format; undefined on Escape. */
export async function pickFormat(): Promise<ExportChoice | undefined> {
  const items = Object.entries(CHOICES).map(([choice, item]) => ({ ...item, choice: choice as ExportChoice }));
  const picked = await pickOne(items, {
    title: l10n.t('Export Model'),
    placeHolder: l10n.t('Where will the model be used?'),
    matchOnDetail: true,
  });
  return picked?.choice;
}
