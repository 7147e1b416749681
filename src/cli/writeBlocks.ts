import type { Predictions } from '../engine/contract/rpc';
import { atomicWrite, type TextSink } from '../engine/machine/atomicWrite';
import { sent, type Terminal } from './terminal';

/** Something that blocks of predictions are written to: a file, or "-" for standard output. */
export interface BlockOutput {
  readonly path: string;
  /** The text of a block, in parts; `further` behind others. */
  parts(block: Predictions, further: boolean): Iterable<string>;
  /** What stands behind the last. */
  end?(): string;
}

/** Writes each block to all outputs as it comes. A file is there whole or not at all. `rowsOf`: the path of the file whose rows they are. */
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
