import type { FileSource } from '../engine/contract/data';
import { pack, unpack } from '../engine/contract/pack';
import type { Predictions } from '../engine/contract/rpc';
import { readable, type StreamSource } from '../engine/data/byteSource';
import { Aside } from '../engine/machine/aside';
import { DecimalsTally } from '../engine/model/decimalsTally';

/** What a command sets aside on disk while it runs; closed when it ends. */
export class AsideFiles {
  private readonly open: Aside[] = [];

  /** A stream, whole, as a file of its name that can be read twice. */
  async file({ name, chunks }: StreamSource): Promise<FileSource> {
    const aside = await this.next();
    for await (const chunk of readable(chunks(), name)) await aside.append(chunk);
    return { kind: 'path', path: aside.path, name };
  }

  /** Predictions that are only written once all are known, with the decimals that all of them leave any meaning. */
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
