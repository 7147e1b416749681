import { type Exporter, textFile } from '../exporter';
import { requirementsOf, withImports } from './modules';
import type { Cell } from './sheet';
import { sheetOf } from './sheetOf';

/** The same cells as a program, marked as editors know them ("# %%"). */
export const script: Exporter = (model, { model: { fitted } }) => {
  const cells = withImports(sheetOf(model, fitted));
  return [
    textFile('fit.py', `${cells.map(scriptCell).join('\n\n')}\n`),
    textFile('requirements.txt', requirementsOf(cells)),
  ];
};

function scriptCell({ kind, text }: Cell): string {
  if (kind === 'code') return `# %%\n${text}`;
  const lines = text.split('\n').map((line) => (line === '' ? '#' : `# ${line}`));
  return ['# %% [markdown]', ...lines].join('\n');
}
