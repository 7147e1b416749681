import { basename } from 'node:path';
import type { FileSource } from '../engine/contract/data';
import { pack, unpack } from '../engine/contract/pack';
import type { Predictions } from '../engine/contract/rpc';
import { type ByteSource, readable, type StreamSource } from '../engine/data/byteSource';
import { Aside } from '../engine/machine/aside';
import { atomicWrite, type TextSink } from '../engine/machine/atomicWrite';
import { DecimalsTally } from '../engine/model/decimalsTally';
import { predictedCsv } from '../engine/model/predictedCsv';
import { fitErrorText } from '../engine/model/predictionNotes';
import type { PredictedFile } from '../engine/model/predictRows';
import { readOptionsOfLine } from './arguments';
import type { WithEngine } from './commands/command';
import { inputSource, piped, savedModel, tablePath } from './input';
import { predictionsEnd, predictionsJson } from './predictionsJson';
import { clearProgress, sent, type Terminal, terminalContext, withoutProgressBetween } from './terminal';
import { printable } from './textTable';
import { UsageError } from './usage';

/** Reads, predicts and writes rows block by block, whatever their number. */
export const predictCommand: WithEngine = async ({ operands, options }, engine, terminal) => {
  const [path, ...files] = operands;
  const saved = await savedModel(path, terminal);
  const model = { ...saved, read: { ...saved.read, ...readOptionsOfLine(options) } };
  const { keep = false, inverse = false, json, out = json === undefined ? '-' : undefined } = options;
  if ((keep || inverse) && out === undefined)
    throw new UsageError(`--${keep ? 'keep' : 'inverse'} is for CSV: add --out, or leave it out.`);
  const source = await piped(inputSource(tablePath(files)), terminal);
  const progress = withoutProgressBetween(terminal);
  const context = terminalContext(progress);
  const aside = new AsideFiles();
  try {
    // A reader of standard output gets the first rows of a pipe while others are still to come; a file appears once it
    // is complete.
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
    const csv = (block: Predictions, further: boolean) => predictedCsv(block, { further, decimals });
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

/** Temporary files of a command on disk; removed when it ends. */
export class AsideFiles {
  private readonly open: Aside[] = [];

  /** A complete stream as a file with its name that can be read twice. */
  async file({ name, chunks }: StreamSource): Promise<FileSource> {
    const aside = await this.next();
    for await (const chunk of readable(chunks(), name)) await aside.append(chunk);
    return { kind: 'path', path: aside.path, name };
  }

  /** Predictions that are written only once all are known, with as many decimals as are meaningful for all of them. */
  async withDecimals(
    blocks: AsyncIterable<Predictions>,
  ): Promise<{ readonly decimals: readonly number[]; readonly blocks: AsyncIterable<Predictions> }> {
    const aside = await this.next();
    const tally = new DecimalsTally();
    const places: (readonly [at: number, length: number])[] = [];
    for await (const block of blocks) {
      tally.add(block.outputs);
      const bytes = pack(block);
      places.push([await aside.append(bytes), bytes.length]);
    }
    async function* again(): AsyncGenerator<Predictions> {
      for (const [at, length] of places) yield unpack(await aside.read(at, length)) as Predictions;
    }
    return { decimals: tally.decimals(), blocks: again() };
  }

  async close(): Promise<void> {
    for (const aside of this.open.splice(0)) await aside.close();
  }

  private async next(): Promise<Aside> {
    const aside = await Aside.open();
    this.open.push(aside);
    return aside;
  }
}

/** An output for blocks of predictions: a file, or "-" for standard output. */
export interface BlockOutput {
  readonly path: string;
  /** The text of a block, in parts; `further` if other blocks came before it. */
  parts(block: Predictions, further: boolean): Iterable<string>;
  /** The text after the last block. */
  end?(): string;
}

/**
 * Writes each block to all outputs as it comes. A file is written completely or not at all. `rowsOf`: the path of the
 * file with the rows.
 */
export async function writeBlocks(
  blocks: AsyncIterable<Predictions>,
  outputs: readonly BlockOutput[],
  terminal: Terminal,
  rowsOf: string | undefined,
): Promise<void> {
  const writes = new Map<BlockOutput, TextSink>();
  const open = async ([output, ...rest]: readonly BlockOutput[]): Promise<void> => {
    if (output === undefined) return pour(blocks, writes);
    if (output.path === '-') {
      writes.set(output, (text) => sent(text, terminal));
      return open(rest);
    }
    const options = rowsOf === undefined ? {} : { rowsOf };
    await atomicWrite(
      output.path,
      (sink) => {
        writes.set(output, sink);
        return open(rest);
      },
      options,
    );
  };
  await open(outputs);
}

async function pour(blocks: AsyncIterable<Predictions>, writes: ReadonlyMap<BlockOutput, TextSink>): Promise<void> {
  let further = false;
  for await (const block of blocks) {
    for (const [output, write] of writes) for (const part of output.parts(block, further)) await write(part);
    further = true;
  }
  for (const [{ end }, write] of writes) if (end !== undefined) await write(end());
}
