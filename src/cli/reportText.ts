import type { Calibration, Estimated } from '../engine/contract/classes';
import type { Importance } from '../engine/contract/importance';
import type { RunResult } from '../engine/contract/run';
import { fixed } from '../engine/words/numbers';
import { counted, withinSentence } from '../engine/words/sentence';
import { overviewOf } from '../figures/fit/overview';
import { coefficientsTable } from '../figures/fit/unpenalised';
import { importanceNote, importanceSentence, importanceTable } from '../figures/improve/importance';
import { calibrationTable, suspectsTable } from '../figures/robust/tables';
import { robustFigures } from '../figures/robust/tabs';
import { spectralFigures } from '../figures/spectral/tabs';
import { deriveView, predictedColumns, type RunView, targetView } from '../figures/view/view';
import { plainText } from '../figures/words/describe';
import { calloutParts } from './calloutParts';
import { raceTextParts } from './raceText';
import { computedPart, dataParts, figurePart, headedTable, notesParts, overviewTables } from './reportParts';
import { printed, type TextPart } from './text/parts';

/** The output of `fit`: the panel's overview in words and numbers, and one sentence for each of its figures. */
export function reportText(run: RunResult, columns?: number): string {
  const view = deriveView(run, run.filter);
  const groups: readonly (readonly TextPart[])[] = [
    [{ line: titleOf(run) }],
    calloutParts(run.callouts, run.request),
    [{ prose: findingOf(view) }],
    ...overviewTables(overviewOf(view)),
    ...(run.race ? raceTextParts(run.race) : []),
    run.importance ? importanceParts(run.importance) : [],
    dataParts(run.data),
    run.classes ? [] : run.others.map((_, i) => ({ prose: findingOf(deriveView(targetView(run, i + 1))) })),
    ...classesParts(run),
    headedTable(coefficientsTable(view)),
    headedTable(calibrationTable(view)),
    headedTable(suspectsTable(view, 10)),
    ...figures(run).map(([title, sentence]) => [figurePart(title, sentence)]),
    notesParts(overviewOf(view).notes),
    [computedPart(run)],
  ];
  return printed(groups, columns);
}

/** "flats.csv: rent from 5 columns, kernel ridge regression, 1.0.0" */
function titleOf(run: RunResult): string {
  const { columns } = run.data;
  return `${run.file.name}: ${predictedColumns(run).join(' and ')} from ${counted(columns.length, 'column')}, ${withinSentence(run.method.title)}, ${run.kernelscope}`;
}

function findingOf(view: RunView): string {
  const { lead, than = [] } = overviewOf(view);
  return plainText([...lead, { text: than.length > 0 ? ' ' : '' }, ...than]);
}

/** How many rows of each class are predicted as which, and how good each class and its probabilities are. */
function classesParts({ classes }: RunResult): TextPart[][] {
  if (!classes) return [];
  const { levels, confusion, heldOut, probability, calibration, threshold } = classes;
  const rows = levels.map((level, i) => [level, ...levels.map((_, j) => String(confusion[i * levels.length + j]))]);
  const head = [heldOut ? 'held-out rows, predicted as' : 'rows left out, predicted as', ...levels];
  const counts = { rows: [head, ...rows], right: levels.map((_, j) => j + 1) };
  if (!probability || !calibration) return [[counts]];
  const { logLoss, brier } = probability;
  const decided = threshold === undefined ? '' : ` ${levels[1]} is predicted above ${fixed(threshold, 2)}.`;
  const scores = `Log-loss ${estimated(logLoss, 3, '95 %: ')}, Brier score ${estimated(brier, 3, '95 %: ')}; ${CALIBRATED[calibration.kind]} on ${calibration.rows} rows left out.${decided}`;
  const byLevel = probability.levels.map(({ level, precision, recall, rocArea, averagePrecision }) => [
    level,
    ...[precision, recall, rocArea].map((of) => (of ? estimated(of, 2) : '')),
    averagePrecision === undefined ? '' : fixed(averagePrecision, 2),
  ]);
  const titles = ['class', 'precision, 95 %', 'recall, 95 %', 'area under ROC, 95 %', 'average precision'];
  return [[counts], [{ prose: scores }, { rows: [titles, ...byLevel] }]];
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

/**
 * "Ordinary ridge, effective dimension": names the fit whose λ and filter a sentence is about, as it is printed without
 * its figure.
 */
const ofBaseline = (title: string): string => `Ordinary ridge, ${withinSentence(title)}`;

/**
 * The sentences of the figures. The own figures of robust fits come first; partial dependences of columns are left out,
 * as they say nothing without their pictures.
 */
function figures(run: RunResult): [string, string][] {
  const view = deriveView(run, run.filter);
  const own = run.robust ? (['risk', 'rows'] as const).flatMap((tab) => robustFigures(tab, view)) : [];
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

/** The most columns that are printed; `--json` has all. */
const PRINTED = 20;

/** The columns that matter: the sentence, a table of rises with their intervals, and their basis. */
export function importanceParts(importance: Importance): TextPart[] {
  const { rows, ...table } = importanceTable(importance);
  const more = rows.length - PRINTED;
  return [
    figurePart('Which columns matter?', plainText(importanceSentence(importance))),
    ...headedTable({ ...table, rows: rows.slice(0, PRINTED) }).slice(1),
    ...(more > 0 ? [{ line: `and ${counted(more, 'more column')}` }] : []),
    { prose: importanceNote(importance), indent: '  ' },
  ];
}
