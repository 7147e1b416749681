import type { Cell } from './sheet';

/** Modules of Python's own that cells may use, and others that have another name there. */
const STANDARD = ['base64', 'collections', 'csv', 'datetime', 'gzip', 'io', 'math', 're', 'unicodedata'] as const;

/** The cells with what they import in front of the first of code. */
export function withImports(cells: readonly Cell[]): readonly Cell[] {
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
export function requirementsOf(cells: readonly Cell[]): string {
  const sklearn = cells.some(({ text }) => text.startsWith('from sklearn') || text.includes('\nfrom sklearn'));
  return `numpy>=1.26\n${sklearn ? 'scikit-learn>=1.3\n' : ''}`;
}
