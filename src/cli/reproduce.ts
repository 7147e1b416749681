import { resolve } from 'node:path';
import type { Reproduction, ReproductionSpec } from '../engine/contract/reproduction';
import { count, fixed } from '../engine/words/numbers';
import { csvText } from '../figures/csv';
import {
  AGREEMENT,
  agreement,
  claimsTable,
  conditionsTable,
  publishedTable,
  verdictText,
} from '../figures/reproductionTables';
import { plainText } from '../figures/words/describe';
import { splitPair } from './arguments';
import type { WithEngine } from './commands/command';
import { type FolderFile, writeFolder } from './folder';
import { jsonText } from './json';
import { computedPart, tableTextPart } from './reportParts';
import { isStandardInput } from './standardStreams';
import { clearProgress, terminalContext, writeOut } from './terminal';
import { printed, type TextPart } from './text/parts';
import { UsageError } from './usage';

/** Without an id, `reproduce` lists the reproductions; with an id it computes that figure or table again. */
export const reproduceCommand: WithEngine = async ({ operands, options }, engine, terminal) => {
  const context = terminalContext(terminal);
  const [id] = operands;
  const specs = await engine.handlers.reproductions({}, context);
  if (id === undefined) {
    terminal.out(listText(specs, terminal.columns));
    return;
  }
  const request = {
    id,
    seed: seedOf(options.seed),
    ...(options.file !== undefined && { file: fileOf(options.file) }),
    ...(options.quick === true && { quick: true }),
    ...(options.folds !== undefined && { folds: countFrom('folds', options.folds, id, specs) }),
    ...(options.draws !== undefined && { draws: countFrom('draws', options.draws, id, specs) }),
    ...(options.resume !== undefined && { resume: resolve(options.resume) }),
    ...(options.option !== undefined && {
      options: Object.fromEntries(options.option.map((text) => splitPair('option', text))),
    }),
  };
  const reproduction = await engine.handlers.reproduce(request, context);
  clearProgress(terminal);
  if (options.out !== undefined)
    await writeFolder(options.out, await findings(reproduction), request.file === undefined ? [] : [request.file]);
  if (options.json !== undefined) await writeOut(options.json, jsonText('reproduce', reproduction), terminal);
  if (options.json !== '-') terminal.out(reproductionText(reproduction, terminal.columns));
};

function fileOf(path: string): string {
  if (isStandardInput(path)) throw new UsageError('reproduce takes no standard input: give --file a file or a folder.');
  return resolve(path);
}

function seedOf(text: string | undefined): number {
  const seed = Number(text ?? 0);
  if (text !== undefined && (text.trim() === '' || !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32)) {
    throw new UsageError(`--seed is a whole number from 0 to ${2 ** 32 - 1}, not '${text}'.`);
  }
  return seed;
}

function countFrom(what: 'folds' | 'draws', text: string, id: string, specs: readonly ReproductionSpec[]): number {
  const most = specs.find((spec) => spec.id === id)?.[what];
  if (most === undefined) {
    const takers = specs.filter((spec) => spec[what] !== undefined).map((spec) => spec.id);
    throw new UsageError(`'reproduce ${id}' does not take --${what}; it is for ${takers.join(', ')}.`);
  }
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new UsageError(`--${what} is a whole number from 1 to ${most}, not '${text}'.`);
  return number;
}

/** The numbers as CSV and Markdown, named by the reproduction; each figure as SVG and its data as CSV, named by its id. */
async function findings(reproduction: Reproduction): Promise<readonly FolderFile[]> {
  const { figureFiles } = await import('./runFolder');
  const { spec, figures } = reproduction;
  return [
    { name: `${spec.id}-numbers.csv`, content: () => numbersCsv(reproduction) },
    { name: `${spec.id}-numbers.md`, content: () => numbersMarkdown(reproduction) },
    ...figures.flatMap((figure) => figureFiles(figure.id, figure, spec.title)),
  ];
}

function listText(specs: readonly ReproductionSpec[], columns: number | undefined): string {
  const width = Math.max(...specs.map(({ id }) => id.length)) + 2;
  const parts = specs.flatMap(({ id, title, check, seconds, file, folder }): TextPart[] => {
    const needs = file === undefined && folder === undefined ? '' : ', needs --file';
    return [
      { line: `${id.padEnd(width)}${title} (${durationText(seconds)}${needs})`, indent: '  ' },
      { prose: check, indent: ' '.repeat(width + 2) },
    ];
  });
  return printed([parts], columns);
}

function reproductionText(reproduction: Reproduction, columns?: number): string {
  const { spec, finding, figures, notes, seconds, backend } = reproduction;
  const groups: readonly (readonly TextPart[])[] = [
    [{ line: spec.title }],
    [{ line: `Claim:   ${spec.claim}` }],
    [{ line: `Check:   ${spec.check}` }],
    [{ line: `Finding: ${plainText(finding)}` }],
    [{ line: `${verdictText(reproduction)}.` }],
    ...[publishedTable, claimsTable, conditionsTable].map((table) => [tableTextPart(table(reproduction))]),
    figures.map(({ title, sentence }) => ({ line: `${title}. ${plainText(sentence)}`, indent: '  ' })),
    notes.map(({ severity, text }) => ({ line: `${severity === 'warning' ? '!' : '·'} ${text}`, indent: '  ' })),
    [computedPart({ timings: { total: seconds }, backend })],
  ];
  return printed(groups, columns);
}

/** "2 s", "7 min", "2.5 h" on two cores. */
function durationText(seconds: number): string {
  if (seconds < 90) return `${count(seconds)} s`;
  return seconds < 5400 ? `${count(seconds / 60)} min` : `${fixed(seconds / 3600, 1)} h`;
}

/** Published numbers beside ours in full precision, as CSV (RFC 4180); empty if there are none. */
export function numbersCsv({ numbers }: Reproduction): string {
  const rows = numbers.map((number) => {
    const { name, published, publishedError, ours, oursError } = number;
    const { publishedBy = published === undefined ? '' : 'paper' } = number;
    const same = agreement(number);
    return [name, published, publishedError, publishedBy, ours, oursError, same && AGREEMENT[same]];
  });
  return csvText([['name', 'published', 'published error', 'by', 'ours', 'our error', 'agrees'], ...rows]);
}

/** The same as a Markdown table, rounded as elsewhere. */
export function numbersMarkdown(reproduction: Reproduction): string {
  const { columns, rows } = publishedTable(reproduction);
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  const head = line(columns.map(({ title }) => title));
  const rule = line(columns.map(({ numeric }) => (numeric ? '---:' : '---')));
  return `${head}${rule}${rows.map(({ cells }) => line(cells)).join('')}`;
}
