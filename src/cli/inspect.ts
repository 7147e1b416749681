import { quietContext } from '../engine/contract/context';
import { inspectFile } from '../engine/data/inspect';
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
  const inspection = await inspectFile(source, read, terminalContext(terminal));
  clearProgress(terminal);
  const table = options.table === '-' ? (text: string) => sent(text, terminal) : options.table;
  if (table !== undefined) await writeTable(source, inspection, read, table, quietContext);
  if (options.json !== undefined)
    await writeOut(options.json, jsonText('inspect', { kernelscope: version, ...inspection }), terminal);
  if (options.json !== '-' && options.table !== '-') terminal.out(inspectionText(inspection, terminal.columns));
}
