import type { DataReport } from '../../engine/contract/data';
import { ENCODINGS } from '../../engine/contract/encodings';
import { type AnyRun, isComponents } from '../../engine/contract/run';
import { delimiterName, FORMAT_NAMES } from '../../engine/words/dataWords';
import { ruleText } from '../../engine/words/methodWords';
import { count } from '../../engine/words/numbers';
import { counted, quoted } from '../../engine/words/sentence';
import type { Overview } from '../../figures/fit/overview';
import { columnsTable } from '../../figures/fit/tables';
import { type KeyNumber, type OverviewStrip, type ParameterRow, stripEnds } from '../../figures/view/overviewTypes';
import { columnLines } from '../../figures/words/dataSummary';
import { lineOpener, type PageContext } from '../context';
import { actionButton } from '../controls';
import { el, explains, setText, svg } from '../element';
import { callout } from './calloutsPart';
import { type Part, renewed } from './part';
import { tableView } from './tableView';

/** The data of the run in words: the rows and columns that were used, left out, filled in and encoded, and why. */
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

/** A sentence on how the file was read, so that a wrong guess is seen at once. */
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

/** Sentences on the rows and columns that were changed or left out; the table below has every column. */
export function reportLines(data: DataReport): string[] {
  const rows = data.dropped.filter(({ what }) => what === 'rows');
  const lines = [
    ...rows.map(({ count: n, why }) => `${n === 1 ? '1 row was' : `${count(n)} rows were`} left out: ${why}.`),
    ...columnLines(data, {
      leftOut: ({ name, why }) => `Column ${name} was left out: ${why}.`,
      filled: ({ column, cells: n, value }) => `${counted(n, 'gap')} in ${column} filled with ${value}.`,
      encoded: ({ column, as, columns: { length } }) =>
        `${column} became ${length === 1 ? 'one column' : `${count(length)} columns`}: ${as}.`,
    }),
  ].map((line) => line.replace(/\.{2,}$/, '.'));
  return lines.length > 0 ? lines : ['No row or column was left out, filled in or encoded.'];
}

/** A section on how the run was fitted: its key numbers, and its parameters, each with the rule that set it. */
function settingsPart<V>(overviewOf: (view: V) => Pick<Overview, 'numbers' | 'parameters'>): Part<V> {
  const numbers = el('dl.stats');
  const stats: KeyNumberView[] = [];
  const opened = { now: false };
  let overview: Pick<Overview, 'numbers' | 'parameters'>;
  const table = renewed<V>('parameters', () => parameterTable(overview.parameters, opened));
  return {
    element: el('section.settings', el('h2', 'How it was fitted'), numbers, table.element),
    update(view) {
      overview = overviewOf(view);
      while (stats.length < overview.numbers.length) {
        const stat = new KeyNumberView();
        stats.push(stat);
        numbers.append(stat.element);
      }
      overview.numbers.forEach((value, i) => {
        stats[i].update(value);
      });
      table.update(view);
    },
  };
}

/**
 * The table of parameters. A fold that a person has opened stays open when the words change.
 */
function parameterTable(all: readonly ParameterRow[], opened: { now: boolean }) {
  const content = () => {
    const defaults = all.filter(({ rule }) => rule === 'default');
    const chosen = all.filter(({ rule }) => rule !== 'default');
    const summary =
      defaults.length === 1 ? '1 parameter at its default' : `${defaults.length} parameters at their defaults`;
    const folded = el('details', { open: opened.now }, el('summary', summary), rowsTable(defaults, summary, false));
    folded.addEventListener('toggle', () => {
      opened.now = folded.open;
    });
    return [rowsTable(chosen, 'Parameters', true), ...(defaults.length > 0 ? [folded] : [])];
  };
  return { key: all.map((row) => Object.values(row).join('\t')).join('\n'), content };
}

function rowsTable(rows: readonly ParameterRow[], caption: string, ruled: boolean): HTMLTableElement {
  const heading = (text: string, words: boolean) =>
    el('th', { scope: 'col', class: words ? 'words' : undefined }, text);
  return el(
    'table',
    el('caption.unseen', caption),
    ruled && el('thead', el('tr', heading('Parameter', true), heading('Value', false), heading('Chosen by', true))),
    el(
      'tbody',
      ...rows.map(({ name, value, rule }) =>
        el(
          'tr',
          el('th.words', { scope: 'row' }, explains(el('span', name), name)),
          el('td', value),
          ruled && el('td.words.muted.rule', { title: ruleText(rule) }, ruleText(rule)),
        ),
      ),
    ),
  );
}

/** A large number over a strip that shows its position in its range and its uncertainty. */
class KeyNumberView {
  readonly element: HTMLElement;
  private readonly name = el('dt');
  private readonly value = el('span.value');
  private readonly unit = el('small');
  private readonly note = el('p.sub');
  private readonly ends = [el('span'), el('span')] as const;
  private readonly interval = svg('rect.interval', { y: 4, height: 2 });
  private readonly tick = svg('rect.tick', { y: 0, width: 2, height: 10 });

  constructor() {
    const strip = svg(
      'svg.strip',
      { 'aria-hidden': 'true' },
      svg('rect.range', { x: 0, y: 4.5, width: '100%', height: 1 }),
      this.interval,
      this.tick,
    );
    const number = el('p.big', this.value, ' ', this.unit);
    this.element = el(
      'div.stat',
      this.name,
      el('dd', number, strip, el('p.ends', { 'aria-hidden': 'true' }, ...this.ends), this.note),
    );
  }

  update(number: KeyNumber): void {
    setText(this.name, number.name);
    explains(this.name, number.name);
    setText(this.value, number.value);
    setText(this.unit, number.unit);
    setText(this.note, number.note);
    if (this.note.title !== number.note) this.note.title = number.note;
    stripEnds(number).forEach((text, i) => {
      setText(this.ends[i], text);
    });
    const place = (value: number) => shareOf(number.strip, value);
    const [from, to] = number.strip.interval ?? [number.strip.at, number.strip.at];
    this.interval.setAttribute('x', `${place(from)}%`);
    this.interval.setAttribute('width', `${Math.max(0, place(to) - place(from))}%`);
    this.tick.setAttribute('x', `${place(number.strip.at)}%`);
    this.tick.setAttribute('transform', 'translate(-1 0)');
  }
}

/** Percent of the strip's width; 0 for values that are not numbers. */
function shareOf({ domain: [low, high] }: OverviewStrip, value: number): number {
  const share = high > low ? (value - low) / (high - low) : 0;
  return Number.isFinite(share) ? Math.round(1000 * Math.min(1, Math.max(0, share))) / 10 : 0;
}
