import { targetCandidates } from '../engine/compare/targets/targetCandidates';
import { quietContext } from '../engine/contract/context';
import { inspectionTold } from '../engine/data/fileCallouts';
import { inspectedTable } from '../engine/data/inspect';
import { writeTable } from '../engine/data/writeTable';
import { version } from '../engine/machine/version';
import { type CommandLine, readOptions } from './arguments';
import { inputSource, opened, tablePath } from './input';
import { inspectionText } from './inspectionText';
import { jsonText } from './json';
import { clearProgress, sent, type Terminal, terminalContext, writeOut } from './terminal';

export async function inspectCommand({ operands, options }: CommandLine, terminal: Terminal): Promise<void> {
  const read = readOptions(options);
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
