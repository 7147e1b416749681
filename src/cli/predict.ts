import { readFile } from 'node:fs/promises';
import { KernelscopeError } from '../engine/contract/failure';
import type { Engine } from '../engine/engine';
import { predictionsCsv } from '../engine/model/predictionsCsv';
import { unpackModel } from '../engine/model/save';
import { type CommandLine, readOptions } from './arguments';
import { sourceOf } from './request';
import { clearProgress, type Terminal, terminalContext, writeOut } from './terminal';
import { UsageError } from './usage';

export async function predictCommand(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<void> {
  if (operands.length !== 2) throw new UsageError('predict takes a model and a file: kernelscope predict MODEL FILE.');
  const [path, file] = operands;
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new KernelscopeError(
      'model/unreadable',
      `${path} cannot be read (${error.code}). Give a file that 'fit --save' wrote.`,
      { path },
    );
  });
  const model = unpackModel(bytes);
  const read = { ...model.read, ...readOptions(options) };
  const predictions = await engine.handlers.predict(
    { model: { ...model, read }, source: sourceOf(file) },
    terminalContext(terminal),
  );
  clearProgress(terminal);
  await writeOut(options.out ?? '-', predictionsCsv(predictions), terminal);
}
