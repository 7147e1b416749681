import { readFile } from 'node:fs/promises';
import { KernelscopeError } from '../engine/contract/failure';
import type { Model } from '../engine/contract/model';
import type { Engine } from '../engine/engine';
import { atomicWrite } from '../engine/machine/atomicWrite';
import { keptCsv } from '../engine/model/keptCsv';
import { predictionsCsv } from '../engine/model/predictionsCsv';
import { unpackModel } from '../engine/model/save';
import { scoresCsv } from '../engine/model/scoresCsv';
import { type CommandLine, readOptions } from './arguments';
import { opened, sourceOf } from './input';
import { clearProgress, type Terminal, terminalContext } from './terminal';

export async function predictCommand(
  { operands, options }: CommandLine,
  engine: Engine,
  terminal: Terminal,
): Promise<void> {
  const [path, file] = operands;
  const model = await readModel(path);
  const read = { ...model.read, ...readOptions(options) };
  const source = await opened(sourceOf(file), terminal);
  const predictions = await engine.handlers.predict(
    { model: { ...model, read }, source, keep: options.keep === true },
    terminalContext(terminal),
  );
  clearProgress(terminal);
  const { rows, components } = predictions;
  const parts = components ? scoresCsv({ rows, components }) : (keptCsv(predictions) ?? predictionsCsv(predictions));
  const { out = '-' } = options;
  if (out === '-') for (const part of parts) terminal.out(part);
  else
    await atomicWrite(out, async (file) => {
      for (const part of parts) await file.writeFile(part);
    });
}

/** The model in a file. Throws `model/unreadable`. */
export async function readModel(path: string): Promise<Model> {
  const unreadable = (why: string) =>
    new KernelscopeError('model/unreadable', `${path} is not a model: ${why}. Give a file that 'fit --save' wrote.`, {
      path,
    });
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`);
  });
  try {
    return unpackModel(bytes);
  } catch (error) {
    throw unreadable(error instanceof KernelscopeError ? error.message.replace(/\.[^.]*\.?$/, '') : String(error));
  }
}
