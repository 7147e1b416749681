import { toCsv } from '../../../src/engine/figures/csv';
import { describe, plainText, tableOf } from '../../../src/engine/figures/describe';
import { overviewOf } from '../../../src/engine/figures/overview';
import { regimeFinding } from '../../../src/engine/figures/regime';
import { toSvg } from '../../../src/engine/figures/svg';
import { LIGHT_THEME } from '../../../src/engine/figures/svg/theme';
import type { Table } from '../../../src/engine/figures/tableSpec';
import {
  columnsTable,
  filterTable,
  ratesTable,
  residualsTable,
  spectrumTable,
} from '../../../src/engine/figures/tables';
import { allFigures } from '../../../src/engine/figures/tabs';
import type { RunView } from '../../../src/engine/figures/view';

/** Everything a person could read about a view: where it stands, and the words. */
export function everyText(view: RunView): { readonly where: string; readonly text: string }[] {
  const found: { where: string; text: string }[] = [];
  const add = (where: string, text: string) => found.push({ where, text });
  const addTable = (table: Table) =>
    add(`table ${table.id}`, [...table.columns.map((c) => c.title), ...table.rows.flatMap((r) => r.cells)].join(' | '));
  for (const figure of allFigures(view)) {
    add(`${figure.id} sentence`, plainText(figure.sentence));
    add(`${figure.id} description`, describe(figure));
    add(`${figure.id} svg`, toSvg(figure, LIGHT_THEME, 480, 360));
    add(`${figure.id} csv`, toCsv(figure));
    for (const part of [...figure.rules, ...figure.marks]) add(`${figure.id} label`, part.text ?? '');
    addTable(tableOf(figure));
  }
  const overview = overviewOf(view);
  add('lead', plainText(overview.lead));
  for (const n of overview.numbers) add(`number ${n.id}`, `${n.name} ${n.value} ${n.unit} ${n.note}`);
  for (const p of overview.parameters) add('parameter', `${p.name} ${p.value} ${p.rule}`);
  for (const n of overview.notes) add(`note ${n.code}`, n.text);
  const regime = regimeFinding(view);
  if (regime) add('regime', plainText(regime.sentence));
  for (const table of [spectrumTable, filterTable, ratesTable, columnsTable]) addTable(table(view));
  addTable(residualsTable(view));
  return found;
}
