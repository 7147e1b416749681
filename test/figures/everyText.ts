import { toCsv } from '../../src/figures/csv';
import { overviewOf } from '../../src/figures/fit/overview';
import { columnsTable, filterTable, ratesTable, residualsTable, spectrumTable } from '../../src/figures/fit/tables';
import { coefficientsTable } from '../../src/figures/fit/unpenalised';
import { LIGHT_THEME } from '../../src/figures/layout/theme';
import { regimeFinding } from '../../src/figures/spectral/regime';
import { toSvg } from '../../src/figures/svg/svg';
import type { TableSpec } from '../../src/figures/tableSpec';
import { allFigures } from '../../src/figures/tabs';
import type { RunView } from '../../src/figures/view/view';
import { describe, plainText } from '../../src/figures/words/describe';
import { figureTable } from '../../src/figures/words/figureTable';

/** Every table of a fit to a target. */
export const everyTable = (view: RunView): TableSpec[] =>
  [spectrumTable, filterTable, ratesTable, residualsTable, coefficientsTable, columnsTable].map((table) => table(view));

/** Everything a person could read about a view: the place, and the words. */
export function everyText(view: RunView): { readonly where: string; readonly text: string }[] {
  const found: { where: string; text: string }[] = [];
  const add = (where: string, text: string) => found.push({ where, text });
  const addTable = (table: TableSpec) =>
    add(`table ${table.id}`, [...table.columns.map((c) => c.title), ...table.rows.flatMap((r) => r.cells)].join(' | '));
  for (const figure of allFigures(view)) {
    add(`${figure.id} sentence`, plainText(figure.sentence));
    add(`${figure.id} description`, describe(figure));
    add(`${figure.id} svg`, toSvg(figure, LIGHT_THEME, 480, 360));
    add(`${figure.id} csv`, toCsv(figure));
    for (const part of [...(figure.rules ?? []), ...(figure.marks ?? [])]) add(`${figure.id} label`, part.text ?? '');
    addTable(figureTable(figure));
  }
  const overview = overviewOf(view);
  add('lead', plainText(overview.lead));
  for (const n of overview.numbers) add(`number ${n.id}`, `${n.name} ${n.value} ${n.unit} ${n.note}`);
  for (const p of overview.parameters) add('parameter', `${p.name} ${p.value} ${p.rule}`);
  for (const n of overview.notes) add(`note ${n.code}`, n.text);
  const regime = regimeFinding(view);
  if (regime) add('regime', plainText(regime.sentence));
  for (const table of everyTable(view)) addTable(table);
  return found;
}
