import { MODEL_FORMATS } from '../engine/contract/exported';
import type { Engine } from '../engine/engine';
import { fileSize } from '../engine/words/quantities';
import { type CommandLine, choiceOf } from './arguments';
import { writeFolder } from './folder';
import { savedModel } from './savedModel';
import { clearProgress, type Terminal, terminalContext } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';

export async function exportCommand(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<void> {
  const format = choiceOf('as', options);
  if (format === undefined) throw new UsageError(`export needs --as: one of ${MODEL_FORMATS.join(', ')}.`);
  if (options.out === undefined) throw new UsageError('export needs --out: a folder.');
  if (options.float64 && format !== 'onnx')
    throw new UsageError('--float64 is for --as onnx: the others have 64 bits.');
  const model = await savedModel(operands[0], terminal);
  const files = await engine.handlers.export(
    { model, format, intervals: options['no-intervals'] !== true, ...(options.float64 && { float64: true }) },
    terminalContext(terminal),
  );
  clearProgress(terminal);
  // Training rows are in every file.
  const contents = files.map(({ name, content }) => ({ name, content: () => content }));
  for (const { path, bytes } of await writeFolder(options.out, contents, operands))
    terminal.out(`${printable(path)}  ${fileSize(bytes)}\n`);
}
