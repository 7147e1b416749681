import type { Engine } from '../engine/engine';
import { atomicWrite } from '../engine/machine/atomicWrite';
import { keptCsv } from '../engine/model/keptCsv';
import { predictionsCsv } from '../engine/model/predictionsCsv';
import { readModel } from '../engine/model/readModel';
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
