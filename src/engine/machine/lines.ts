/** The most bytes of a line: far more than any message takes. */
const MOST = 2 ** 20;

const LINE_FEED = 10;

/** The lines of a stream, without their ends; undefined in place of each that is longer than `most` bytes, which is not held. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, most = MOST): AsyncGenerator<string | undefined> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  const add = (part: Uint8Array) => {
    bytes += part.length;
    if (bytes > most) held = [];
    else held.push(part);
  };
  const taken = (): string | undefined => {
    const line = bytes > most ? undefined : Buffer.concat(held).toString('utf8');
    [held, bytes] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      add(chunk.subarray(from, end));
      yield taken();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (bytes > 0) yield taken();
}
