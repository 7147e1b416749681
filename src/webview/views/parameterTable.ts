import type { ParameterRow } from '../../figures/view/overviewTypes';
import { el } from '../element';

/** What was chosen or set, in a table; what stands at its default, folded away below it. */
export function parameterTable(all: readonly ParameterRow[], opened: { now: boolean }) {
  const content = () => {
    const defaults = all.filter(({ rule }) => rule === 'default');
    const chosen = all.filter(({ rule }) => rule !== 'default');
    const summary =
      defaults.length === 1 ? '1 parameter at its default' : `${defaults.length} parameters at their defaults`;
    const folded = el('details', { open: opened.now }, el('summary', {}, summary), rowsTable(defaults, summary, false));
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
    {},
    el('caption', { class: 'unseen' }, caption),
    ruled &&
      el('thead', {}, el('tr', {}, heading('Parameter', true), heading('Value', false), heading('Chosen by', true))),
    el(
      'tbody',
      {},
      ...rows.map(({ name, value, rule }) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row', class: 'words' }, name),
          el('td', {}, value),
          ruled && el('td', { class: 'words muted rule', title: rule }, rule),
        ),
      ),
    ),
  );
}
