import { type Exporter, textFile } from '../exporter';
import { requirementsOf, withImports } from './modules';
import type { Cell } from './sheet';
import { sheetOf } from './sheetOf';

/** A Jupyter notebook (nbformat 4.5) that repeats the fit. */
export const notebook: Exporter = (model, { model: { fitted } }) => {
  const cells = withImports(sheetOf(model, fitted));
  const content = {
    cells: cells.map(notebookCell),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return [
    textFile('fit.ipynb', `${JSON.stringify(content, undefined, 1)}\n`),
    textFile('requirements.txt', requirementsOf(cells)),
  ];
};

function notebookCell({ id, kind, text }: Cell): object {
  const source = text.split(/(?<=\n)/);
  const shared = { cell_type: kind, id, metadata: {}, source };
  return kind === 'code' ? { ...shared, execution_count: null, outputs: [] } : shared;
}
