import { ruleText } from '../../engine/words/methodWords';
import type { Overview } from '../../figures/fit/overview';
import { type KeyNumber, type OverviewStrip, type ParameterRow, stripEnds } from '../../figures/view/overviewTypes';
import { el, explains, setText, svg } from '../element';
import { type Part, renewed } from './part';

/** How the run was fitted: its key numbers, what was chosen or set, and by which rule. */
export function settingsPart<V>(overviewOf: (view: V) => Pick<Overview, 'numbers' | 'parameters'>): Part<V> {
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

/** What a person has opened stays so when the words change. */
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

/** A large number over a strip that shows where it lies on its range and how sure it is. */
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

/** Percent of the strip's width; 0 for what is not a number. */
function shareOf({ domain: [low, high] }: OverviewStrip, value: number): number {
  const share = high > low ? (value - low) / (high - low) : 0;
  return Number.isFinite(share) ? Math.round(1000 * Math.min(1, Math.max(0, share))) / 10 : 0;
}
