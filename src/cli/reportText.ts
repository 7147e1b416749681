import type { Calibration, Estimated } from '../engine/contract/classes';
import type { DataReport } from '../engine/contract/data';
import type { RunResult } from '../engine/contract/run';
import { fixed } from '../engine/words/numbers';
import { ruleText } from '../engine/words/ruleText';
import { plural } from '../engine/words/sentence';
import { withinSentence } from '../engine/words/withinSentence';
import { calibrationTable, suspectsTable } from '../figures/robust/tables';
import { robustFigures } from '../figures/robust/tabs';
import { overviewOf } from '../figures/spectral/overview';
import { spectralFigures } from '../figures/spectral/tabs';
import type { TableSpec } from '../figures/tableSpec';
import { targetView } from '../figures/view/targetView';
import { deriveView, type RunView } from '../figures/view/view';
import { backEndOf, coreText } from '../figures/words/backEnd';
import { dataLines } from '../figures/words/dataSummary';
import { plainText } from '../figures/words/describe';
import { raceLead, raceTable } from './raceText';
import { printable, textTable } from './textTable';

const WIDTH = 100;

/** What `fit` prints: what the panel's overview shows, in words and numbers, and one sentence for each of its figures. */
export function reportText(run: RunResult): string {
  const view = deriveView(run, run.filter);
  const { numbers, parameters, notes } = overviewOf(view);
  const parts = [
    `${run.file.name}: ${targets(run)} from ${run.data.columns.length} ${plural(run.data.columns.length, 'column')}, ${withinSentence(run.method.title)}, ${run.kernelscope}\n`,
    findingOf(view),
    textTable(numbers.map((n) => [n.name, `${n.value}${n.unit === '' ? '' : ` ${n.unit}`}`, n.note])),
    textTable(parameters.map((p) => [p.name, p.value, ruleText(p.rule)])),
    raceText(run),
    dataText(run.data),
    othersText(run),
    classesText(run),
    headedTable(calibrationTable(view)),
    headedTable(suspectsTable(view, 10)),
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

/** What chose the kernel, candidate by candidate. */
const raceText = ({ race }: RunResult): string => (race ? `${wrap(raceLead(race), '')}\n${raceTable(race)}` : '');

/** The finding for each further target; classes have their table instead. */
function othersText(run: RunResult): string {
  if (run.classes) return '';
  return run.others.map((_, i) => findingOf(deriveView(targetView(run, i + 1)))).join('');
}

function findingOf(view: RunView): string {
  const { lead, than = [] } = overviewOf(view);
  return wrap(plainText([...lead, { text: than.length > 0 ? ' ' : '' }, ...than]), '');
}

/** How many rows of each class are predicted as which, and how good each class and its probabilities are. */
function classesText({ classes }: RunResult): string {
  if (!classes) return '';
  const { levels, confusion, heldOut, probability, calibration, threshold } = classes;
  const rows = levels.map((level, i) => [level, ...levels.map((_, j) => String(confusion[i * levels.length + j]))]);
  const head = [heldOut ? 'held-out rows, predicted as' : 'rows left out, predicted as', ...levels];
  const counts = textTable(
    [head, ...rows],
    levels.map((_, j) => j + 1),
  );
  if (!probability || !calibration) return counts;
  const { logLoss, brier } = probability;
  const decided = threshold === undefined ? '' : ` ${levels[1]} is predicted above ${fixed(threshold, 2)}.`;
  const scores = `Log-loss ${estimated(logLoss, 3, '95 %: ')}, Brier score ${estimated(brier, 3, '95 %: ')}; ${CALIBRATED[calibration.kind]} on ${calibration.rows} rows left out.${decided}`;
  const byLevel = probability.levels.map(({ level, precision, recall, rocArea, averagePrecision }) => [
    level,
    ...[precision, recall, rocArea].map((of) => (of ? estimated(of, 2) : '')),
    averagePrecision === undefined ? '' : fixed(averagePrecision, 2),
  ]);
  const titles = ['class', 'precision, 95 %', 'recall, 95 %', 'area under ROC, 95 %', 'average precision'];
  return `${counts}\n${wrap(scores, '')}${textTable([titles, ...byLevel])}`;
}

const CALIBRATED: Readonly<Record<Calibration['kind'], string>> = {
  platt: 'probabilities by Platt’s sigmoid',
  isotonic: 'probabilities by isotonic steps',
  temperature: 'probabilities by one temperature',
};

/** "0.78 (0.65 to 0.87)" */
function estimated({ value, interval: [low, high] }: Estimated, digits: number, of = ''): string {
  return `${fixed(value, digits)} (${of}${fixed(low, digits)} to ${fixed(high, digits)})`;
}

/** A table of numbers under its title; '' without rows. */
export function headedTable({ title, columns, rows }: TableSpec): string {
  if (rows.length === 0) return '';
  const head = columns.map((column) => column.title);
  const right = columns.flatMap(({ numeric }, j) => (numeric ? [j] : []));
  return `${title}\n${textTable([head, ...rows.map(({ cells }) => cells)], right)}`;
}

/** "Ordinary ridge, effective dimension": whose λ and filter a sentence is about that stands without its figure. */
const ofBaseline = (title: string): string => `Ordinary ridge, ${withinSentence(title)}`;

/** Of robust fits their own figures come first; the columns' partial dependences say nothing without their pictures. */
function figures(run: RunResult): [string, string][] {
  const view = deriveView(run, run.filter);
  const own = run.robust ? (['risk', 'fit', 'rows'] as const).flatMap((tab) => robustFigures(tab, view)) : [];
  const squared = run.robust ? (['spectrum', 'alignment'] as const) : (['spectrum', 'alignment', 'risk'] as const);
  const shared = squared.flatMap((tab) => spectralFigures(tab, view));
  const seen = new Set<string>();
  const sentences: [string, string][] = [];
  for (const figure of [...own, ...shared]) {
    if (figure === undefined) continue;
    const { id, title, sentence } = figure;
    const heading = run.robust && shared.includes(figure) ? ofBaseline(title) : title;
    if (!seen.has(id) && !id.startsWith('partial-')) sentences.push([heading, plainText(sentence)]);
    seen.add(id);
  }
  return sentences;
}

export const dataText = (data: DataReport): string =>
  dataLines(data)
    .map((line) => wrap(line, '  '))
    .join('');

/** Lines end where a terminal's should; narrow no-break spaces become plain ones. */
export function printableText(text: string): string {
  return text
    .replaceAll('\u202f', ' ')
    .split('\n')
    .map((line) => printable(line))
    .join('\n');
}

export function wrap(text: string, indent: string, first = ''): string {
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
