import { type Exporter, textFile } from '../exporter';
import type { Cell } from './sheet';
import { sheetOf } from './sheetOf';

/** The cells that repeat a fit, in a file of this name, and the packages that they need. */
const repeated =
  (name: string, written: (cells: readonly Cell[]) => string): Exporter =>
  (model, { model: { fitted } }) => {
    const cells = withImports(sheetOf(model, fitted));
    return [textFile(name, `${written(cells)}\n`), textFile('requirements.txt', requirementsOf(cells))];
  };

/** A Jupyter notebook (nbformat 4.5) that repeats the fit. */
export const notebook = repeated('fit.ipynb', (cells) => {
  const content = {
    cells: cells.map(notebookCell),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return JSON.stringify(content, undefined, 1);
});

function notebookCell({ id, kind, text }: Cell): object {
  const source = text.split(/(?<=\n)/);
  const shared = { cell_type: kind, id, metadata: {}, source };
  return kind === 'code' ? { ...shared, execution_count: null, outputs: [] } : shared;
}

/** The same cells as a program, marked as editors know them ("# %%"). */
export const script = repeated('fit.py', (cells) => cells.map(scriptCell).join('\n\n'));

function scriptCell({ kind, text }: Cell): string {
  if (kind === 'code') return `# %%\n${text}`;
  const lines = text.split('\n').map((line) => (line === '' ? '#' : `# ${line}`));
  return ['# %% [markdown]', ...lines].join('\n');
}

/** Modules of Python's own that cells may use, and others that have another name there. */
const STANDARD = ['base64', 'collections', 'csv', 'datetime', 'gzip', 'io', 'math', 're', 'unicodedata'] as const;

/** The cells with all their imports in front of the first cell of code. */
function withImports(cells: readonly Cell[]): readonly Cell[] {
  const code = cells.filter(({ kind }) => kind === 'code').map(({ text }) => text);
  const uses = (name: string) => code.some((text) => new RegExp(`\\b${name}\\.`).test(text));
  const imports = [
    ...STANDARD.filter(uses).map((name) => `import ${name}`),
    'from pathlib import Path',
    '',
    'import numpy as np',
  ];
  const first = cells.findIndex(({ kind }) => kind === 'code');
  return cells.map((cell, i) => (i === first ? { ...cell, text: [...imports, '', '', cell.text].join('\n') } : cell));
}

/** For pip. */
function requirementsOf(cells: readonly Cell[]): string {
  const sklearn = cells.some(({ text }) => text.startsWith('from sklearn') || text.includes('\nfrom sklearn'));
  return `numpy>=1.26\n${sklearn ? 'scikit-learn>=1.3\n' : ''}`;
}
