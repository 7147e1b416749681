import { targetCandidates } from '../engine/compare/targets/targetCandidates';
import { quietContext } from '../engine/contract/context';
import { cut } from '../engine/contract/cut';
import type { Inspection, TargetCandidate } from '../engine/contract/data';
import { inspectionTold } from '../engine/data/fileCallouts';
import { inspectedTable } from '../engine/data/inspect';
import { writeTable } from '../engine/data/writeTable';
import { version } from '../engine/machine/version';
import { dialectText } from '../engine/words/dataWords';
import { count } from '../engine/words/numbers';
import { counted } from '../engine/words/sentence';
import { columnRange } from '../figures/view/columnRange';
import { type CommandLine, readOptionsOfLine } from './arguments';
import { calloutParts } from './calloutParts';
import { inputSource, opened, tablePath } from './input';
import { jsonText } from './json';
import { clearProgress, sent, type Terminal, terminalContext, writeOut } from './terminal';
import { printed } from './text/parts';

export async function inspectCommand({ operands, options }: CommandLine, terminal: Terminal): Promise<void> {
  const read = readOptionsOfLine(options);
  const source = await opened(inputSource(tablePath(operands)), terminal);
  const table = await inspectedTable(source, read, terminalContext(terminal));
  const inspection = inspectionTold(table.inspection);
  const targets = targetCandidates(table, quietContext);
  clearProgress(terminal);
  const written = options.table === '-' ? (text: string) => sent(text, terminal) : options.table;
  if (written !== undefined) await writeTable(source, inspection, read, written, quietContext);
  const json = jsonText('inspect', { kernelscope: version, ...inspection, targets });
  if (options.json !== undefined) await writeOut(options.json, json, terminal);
  if (options.json !== '-' && options.table !== '-')
    terminal.out(inspectionText(inspection, targets, terminal.columns));
}

/** The most characters of a name in the table. */
const NAME = 60;

/** The most columns that are listed as targets. */
const TARGETS = 5;

/**
 * The output of `inspect`: the file, its format, the findings in words, one line for each column, and the possible
 * targets.
 */
export function inspectionText(inspection: Inspection, targets: readonly TargetCandidate[], width?: number): string {
  const { file, rows, columns, notes, callouts } = inspection;
  const body = columns.map((c) => [
    String(c.index + 1),
    cut(c.name, NAME),
    c.kind,
    count(c.missing),
    columnRange(c),
    c.reason,
  ]);
  const title = { line: `${file.name}: ${counted(rows, 'row')}, ${counted(columns.length, 'column')}` };
  const findings = notes.map(({ severity, text }) => ({ line: `${severity === 'warning' ? '!' : '·'} ${text}` }));
  const first = calloutParts(callouts);
  if (columns.length === 0) return printed([[title], first, findings], width);
  const table = { rows: [['#', 'column', 'kind', 'missing', 'values', ''], ...body], right: [0, 3] };
  const possible = targets.filter(({ standing }) => standing !== 'unfit').slice(0, TARGETS);
  const head =
    inspection.defaultTarget === undefined
      ? 'No name says which column is the target, so that a fit needs --target:'
      : `A fit without --target predicts ${cut(columns[inspection.defaultTarget].name, NAME)}:`;
  const choices = { rows: possible.map(({ name, reason }) => [cut(name, NAME), reason]) };
  return printed(
    [
      [title, { line: dialectText(inspection.dialect) }],
      first,
      findings,
      [table],
      possible.length > 0 ? [{ line: head }, choices] : [],
    ],
    width,
  );
}
