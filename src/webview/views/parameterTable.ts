import { ruleText } from '../../engine/words/methodWords';
import { count, plain } from '../../engine/words/numbers';
import type { ParameterRow } from '../../figures/view/overviewTypes';
import { el } from '../element';
import { explains } from '../glossary/explains';

/** What was chosen or set in a line, which opens to all of it in a table, with the numbers that answer no question of a first reader. */
export function folded(all: readonly ParameterRow[], opened: Opened, numbers: HTMLElement) {
  const told = all.filter(({ rule }) => rule !== '' && rule !== 'default');
  const first = [...told.slice(0, 2), ...told.slice(2).filter(({ name }) => /^rows?\b/.test(name))];
  const line = first.map(({ name, value }) => `${name} ${inShort(value)}`).join(' · ');
  const { key, content } = parameterTable(all, opened.defaults);
  const folding = () => {
    const words = el('summary', 'All parameters', el('span.line', line));
    const inner = numbers.parentElement?.closest('.summary') ? undefined : numbers;
    const details = el('details.all', { open: opened.now }, words, inner, ...content());
    details.addEventListener('toggle', () => {
      opened.now = details.open;
    });
    return [details];
  };
  return { key, content: folding };
}

/** Of a list of numbers how many, and between which. */
function inShort(value: string): string {
  const numbers = value.split(' ').map(Number);
  if (numbers.length < 3 || !numbers.every(Number.isFinite)) return value;
  return `${plain(Math.min(...numbers), 2)} to ${plain(Math.max(...numbers), 2)}, ${count(numbers.length)} of them`;
}

/** What a person has opened stays so when the words change. */
interface Opened {
  now: boolean;
  readonly defaults: { now: boolean };
}

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
