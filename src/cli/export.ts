import { MODEL_FORMATS } from '../engine/contract/exported';
import { fileSize } from '../engine/words/quantities';
import { choiceOf } from './arguments';
import type { WithEngine } from './commands/command';
import { writeFolder } from './folder';
import { savedModel } from './input';
import { clearProgress, terminalContext } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';

export const exportCommand: WithEngine = async ({ operands, options }, engine, terminal) => {
  const format = choiceOf('as', options);
  if (format === undefined) throw new UsageError(`export needs --as: one of ${MODEL_FORMATS.join(', ')}.`);
  if (options.out === undefined) throw new UsageError('export needs --out: a folder.');
  if (options.float64 && format !== 'onnx')
    throw new UsageError('--float64 is for --as onnx: the others have 64 bits.');
  if (options.intervals && options['no-intervals']) throw new UsageError('--intervals or --no-intervals, not both.');
  const model = await savedModel(operands[0], terminal);
  const intervals = options.intervals ? true : options['no-intervals'] ? false : undefined;
  const { files, size, leftOut } = await engine.handlers.export(
    { model, format, ...(intervals !== undefined && { intervals }), ...(options.float64 && { float64: true }) },
    terminalContext(terminal),
  );
  clearProgress(terminal);
  // Every file contains training rows.
  const contents = files.map(({ name, content }) => ({ name, content: () => content }));
  const written = await writeFolder(options.out, contents, operands);
  const more = leftOut === undefined ? '' : ` ${leftOut} --intervals takes them along.`;
  terminal.err(`${printable(options.out)}: ${size}${more}\n`);
  for (const { path, bytes } of written) terminal.out(`${printable(path)}  ${fileSize(bytes)}\n`);
};
