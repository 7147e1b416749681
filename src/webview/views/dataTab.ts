import type { DataReport } from '../../engine/contract/data';
import { ENCODINGS } from '../../engine/contract/encodings';
import { type AnyRun, isComponents } from '../../engine/contract/run';
import { delimiterName, FORMAT_NAMES } from '../../engine/words/dataWords';
import { quoted } from '../../engine/words/listed';
import { count } from '../../engine/words/numbers';
import { counted } from '../../engine/words/sentence';
import type { Overview } from '../../figures/fit/overview';
import { columnsTable } from '../../figures/fit/tables';
import { columnLines } from '../../figures/words/dataSummary';
import { lineOpener, type PageContext } from '../context';
import { actionButton } from '../controls';
import { el } from '../element';
import { callout } from './calloutsPart';
import { settingsPart } from './parameterTable';
import type { Part } from './part';
import { tableView } from './tableView';

/** What was read and what became of it, in words: used, left out, filled in, encoded, and why. */
export function dataTab<V extends { readonly run: AnyRun }>(
  context: PageContext,
  overviewOf: (view: V) => Pick<Overview, 'numbers' | 'parameters'>,
): Part<V> {
  const element = el('div.grid.data');
  const settings = settingsPart(overviewOf);
  const change = actionButton('Change…', 'secondary', 'Choose other columns, or read the file in another way', () =>
    context.post({ type: 'changeData' }),
  );
  let shown: AnyRun | undefined;
  return {
    element,
    update(view) {
      settings.update(view);
      if (view.run === shown) return;
      shown = view.run;
      const { data } = view.run;
      const lead = el('p.lead', ...leadOf(view.run));
      const report = el(
        'ul.report',
        ...[...reportLines(data), dialectLine(view.run), ...partsLine(view.run)].map((line) => el('li', line)),
      );
      const notes = data.notes.map(callout);
      const words = el('section.words-of-data', lead, report, el('div.actions', change.element));
      const calls = notes.length > 0 && el('div.callouts', ...notes);
      const columns = el(
        'section.columns',
        el('h2', 'Columns'),
        el('div.scroll', tableView(columnsTable(view), lineOpener(context))),
      );
      element.replaceChildren(el('div.stack', words, calls), columns, settings.element);
    },
  };
}

function leadOf(run: AnyRun): (Node | string)[] {
  const { rows, used: taken, train, holdout, columns } = run.data;
  const all = taken === rows ? `All ${count(rows)} rows` : `${count(taken)} of ${count(rows)} rows`;
  const split = holdout > 0 ? `${count(train)} to fit and ${count(holdout)} held out` : 'all of them to fit';
  const features = columns.length === 1 ? columns[0] : `${count(columns.length)} columns`;
  const strong = (text: string) => el('strong', text);
  const used = [strong(all), ` of ${run.file.name} are used, ${split}: `];
  if (isComponents(run)) return [...used, 'components of ', strong(features), '.'];
  const targets = run.model.classes?.column ?? [run.target, ...(run.request.design.moreTargets ?? [])].join(', ');
  return [...used, strong(targets), ' from ', strong(features), '.'];
}

/** How the file was read, so that a wrong guess is seen at once. */
function dialectLine({ inspection }: AnyRun): string {
  const { format, delimiter, encoding, header, decimal, compression } = inspection.dialect;
  const packed = compression === 'none' ? '' : `unpacked from ${compression}, `;
  if (format) return `Read as ${packed}${FORMAT_NAMES[format]}.`;
  const cells = inspection.columns.length === 1 ? '' : `${delimiterName(delimiter)} between cells, `;
  const names = header ? 'names in the first row' : 'no names in the first row';
  return `Read as ${ENCODINGS[encoding].title}, ${packed}${cells}${names}, decimal ${decimal === ',' ? 'comma' : 'point'}.`;
}

/** The files that are one table. */
const partsLine = ({ file: { parts } }: AnyRun): string[] =>
  parts ? [`One table of ${counted(parts.length, 'file')}: ${quoted(parts.map(({ name }) => name))}.`] : [];

/** What became of rows and columns; the table below has every column. */
export function reportLines(data: DataReport): string[] {
  const cells = (n: number) => (n === 1 ? '1 empty cell' : `${count(n)} empty cells`);
  const rows = data.dropped.filter(({ what }) => what === 'rows');
  const lines = [
    ...rows.map(({ count: n, why }) => `${n === 1 ? '1 row was' : `${count(n)} rows were`} left out: ${why}.`),
    ...columnLines(data, {
      leftOut: ({ name, why }) => `Column ${name} was left out: ${why}.`,
      filled: ({ column, cells: n, value }) => `${cells(n)} of ${column} filled with ${value}.`,
      encoded: ({ column, as, columns: { length } }) =>
        `${column} became ${length === 1 ? 'one column' : `${count(length)} columns`}: ${as}.`,
    }),
  ].map((line) => line.replace(/\.{2,}$/, '.'));
  return lines.length > 0 ? lines : ['No row or column was left out, filled in or encoded.'];
}
