import type { DataReport } from '../engine/contract/data';
import type { Sentence } from '../engine/contract/figure';
import type { RunResult } from '../engine/contract/run';
import { backEndOf, coreText } from '../engine/figures/backEnd';
import { fixed } from '../engine/figures/numbers';
import { overviewOf } from '../engine/figures/overview';
import { figuresOf } from '../engine/figures/tabs';
import { targetView } from '../engine/figures/targetView';
import { deriveView } from '../engine/figures/view';
import { printable, textTable } from './textTable';

const WIDTH = 100;

/** What `fit` prints: what the panel's overview shows, in words and numbers, and one sentence for each of its figures. */
export function reportText(run: RunResult): string {
  const view = deriveView(run, run.filter);
  const { lead, numbers, parameters, notes } = overviewOf(view);
  const parts = [
    `${run.file.name}: ${targets(run)} from ${run.data.columns.length} columns, ${run.method.title.toLowerCase()}, ${run.kernelscope}\n`,
    `${wrap(plainText(lead), '')}`,
    textTable(numbers.map((n) => [n.name, `${n.value}${n.unit === '' ? '' : ` ${n.unit}`}`, n.note])),
    textTable(parameters.map((p) => [p.name, p.value, p.rule])),
    dataText(run.data),
    othersText(run),
    classesText(run),
    ...figures(run).map(([title, sentence]) => wrap(sentence, '', /[.?!]$/.test(title) ? `${title} ` : `${title}. `)),
    notes.map((n) => wrap(n.text, '  ', n.severity === 'warning' ? '! ' : '· ')).join(''),
    `${fixed(run.timings.total ?? 0, 2)} s; linear algebra: ${backEndOf(run.backend)}, ${coreText(run.backend)}\n`,
  ];
  return printableText(parts.filter((p) => p !== '').join('\n'));
}

/** "rent", "yield and protein", or the column whose classes are told apart. */
function targets({ model, target, others }: RunResult): string {
  return model.classes?.column ?? [target, ...others.map((other) => other.target)].join(' and ');
}

/** The finding for each further target; classes have their table instead. */
function othersText(run: RunResult): string {
  if (run.classes) return '';
  return run.others.map((_, i) => wrap(plainText(overviewOf(deriveView(targetView(run, i + 1))).lead), '')).join('');
}

/** How many rows of each class were taken for which. */
function classesText({ classes }: RunResult): string {
  if (!classes) return '';
  const { levels, confusion, heldOut } = classes;
  const rows = levels.map((level, i) => [level, ...levels.map((_, j) => String(confusion[i * levels.length + j]))]);
  const head = [heldOut ? 'held-out rows, predicted as' : 'rows left out in turn, predicted as', ...levels];
  return textTable(
    [head, ...rows],
    levels.map((_, j) => j + 1),
  );
}

function figures(run: RunResult): [string, string][] {
  const view = deriveView(run, run.filter);
  const seen = new Set<string>();
  const found: [string, string][] = [];
  for (const tab of ['spectrum', 'alignment', 'risk'] as const) {
    for (const { id, title, sentence } of figuresOf(tab, view)) {
      if (!seen.has(id)) found.push([title, plainText(sentence)]);
      seen.add(id);
    }
  }
  return found;
}

function dataText({ rows, used, dropped, imputed, encoded }: DataReport): string {
  const lines = [
    used === rows ? `All ${rows} rows are used.` : `${used} of ${rows} rows are used.`,
    ...dropped.map((d) =>
      d.what === 'column' ? `Column ${d.name} left out: ${d.why}.` : `${d.count} rows left out: ${d.why}.`,
    ),
    ...imputed.map((i) => `${i.cells} gaps in ${i.column} filled with ${i.value}.`),
    ...encoded.map((e) => `${e.column} encoded as ${e.as}.`),
  ];
  return lines.map((line) => wrap(line.replace(/\.\.$/, '.'), '  ')).join('');
}

const plainText = (sentence: Sentence): string => sentence.map((part) => part.text).join('');

/** Lines end where a terminal's should; narrow no-break spaces become plain ones. */
function printableText(text: string): string {
  return text
    .replaceAll('\u202f', ' ')
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}

function wrap(text: string, indent: string, first = ''): string {
  const lines: string[] = [];
  let line = `${indent}${first}`;
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = `${indent}${' '.repeat(first.trim() === '' ? 0 : Math.min(2, first.length))}`;
    }
    line += `${word} `;
  }
  lines.push(line.trimEnd());
  return `${lines.join('\n')}\n`;
}
