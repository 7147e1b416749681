import { basename } from 'node:path';
import type { Predictions } from '../engine/contract/rpc';
import type { ByteSource } from '../engine/data/byteSource';
import { predictedCsv } from '../engine/model/predictedCsv';
import { fitErrorText } from '../engine/model/predictionNotes';
import type { PredictedFile } from '../engine/model/predictRows';
import { readOptions } from './arguments';
import { AsideFiles } from './aside';
import type { WithEngine } from './commands/command';
import { inputSource, piped, tablePath } from './input';
import { predictionsEnd, predictionsJson } from './predictionsJson';
import { savedModel } from './savedModel';
import { clearProgress, terminalContext, withoutProgressBetween } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';
import { writeBlocks } from './writeBlocks';

/** Rows are read, predicted and written block by block, whatever their number. */
export const predictCommand: WithEngine = async ({ operands, options }, engine, terminal) => {
  const [path, ...files] = operands;
  const saved = await savedModel(path, terminal);
  const model = { ...saved, read: { ...saved.read, ...readOptions(options) } };
  const { keep = false, inverse = false, json, out = json === undefined ? '-' : undefined } = options;
  if ((keep || inverse) && out === undefined)
    throw new UsageError(`--${keep ? 'keep' : 'inverse'} is for CSV: add --out, or leave it out.`);
  const source = await piped(inputSource(tablePath(files)), terminal);
  const progress = withoutProgressBetween(terminal);
  const context = terminalContext(progress);
  const aside = new AsideFiles();
  try {
    // Whoever reads standard output has the first rows of a pipe while others are still to come; a file is there when it is whole.
    const early = !keep && [out, json].every((at) => at === undefined || at === '-');
    let predicted: Omit<PredictedFile, 'reading'>;
    if (source.kind === 'stream' && early) predicted = engine.models.stream(model, source, context, inverse);
    else {
      const twice = source.kind === 'stream' ? await aside.file(source) : source;
      predicted = await engine.models.file({ model, source: twice, keep, inverse }, context);
    }
    let blocks: AsyncIterable<Predictions> = predicted.blocks();
    let decimals: readonly number[] | undefined;
    if (keep && !model.classes && !model.components) ({ decimals, blocks } = await aside.withDecimals(blocks));
    const csv = (block: Predictions, further: boolean) =>
      predictedCsv(block, { further, ...(decimals && { decimals }) });
    const rows = (block: Predictions, further: boolean) => predictionsJson(model, nameOf(source), block, further);
    const outputs = [
      ...(out === undefined ? [] : [{ path: out, parts: csv }]),
      ...(json === undefined ? [] : [{ path: json, parts: rows, end: () => predictionsEnd(predicted.findings()) }]),
    ];
    await writeBlocks(blocks, outputs, progress, source.kind === 'path' ? source.path : undefined);
    clearProgress(terminal);
    const { notes, errors } = predicted.findings();
    for (const each of notes) terminal.err(`kernelscope: note: ${printable(each.text)}\n`);
    for (const error of errors) terminal.err(`kernelscope: ${printable(fitErrorText(error))}\n`);
  } finally {
    await aside.close();
  }
  clearProgress(terminal);
};

const nameOf = (source: ByteSource): string => (source.kind === 'path' ? basename(source.path) : source.name);
