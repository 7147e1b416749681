import { gzipSync } from 'node:zlib';

/** A value of Thrift's compact protocol with its type. */
type Value =
  | { readonly type: 5 | 6; readonly number: number }
  | { readonly type: 8; readonly text: string }
  | { readonly type: 9; readonly of: Value['type']; readonly items: readonly Value[] }
  | { readonly type: 12; readonly fields: Readonly<Record<number, Value>> };

const int = (number: number): Value => ({ type: 5, number });
const long = (number: number): Value => ({ type: 6, number });
const text = (value: string): Value => ({ type: 8, text: value });
const struct = (fields: Readonly<Record<number, Value>>): Value => ({ type: 12, fields });
const list = (of: Value['type'], items: readonly Value[]): Value => ({ type: 9, of, items });

function varint(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return [...bytes, left];
}

function encoded(value: Value): number[] {
  switch (value.type) {
    case 5:
    case 6:
      return varint(2 * value.number);
    case 8:
      return [...varint(value.text.length), ...Buffer.from(value.text)];
    case 9: {
      const { length } = value.items;
      const head = length < 15 ? [length * 16 + value.of] : [0xf0 + value.of, ...varint(length)];
      return [...head, ...value.items.flatMap(encoded)];
    }
    case 12: {
      let before = 0;
      const fields = Object.entries(value.fields).flatMap(([id, field]) => {
        const delta = Number(id) - before;
        before = Number(id);
        return [delta * 16 + field.type, ...encoded(field)];
      });
      return [...fields, 0];
    }
  }
}

const GZIP = 2;
const TEXT = 6;
const page = (type: number, length: number, content: Uint8Array, more: Readonly<Record<number, Value>>) =>
  Buffer.concat([
    Uint8Array.from(encoded(struct({ 1: int(type), 2: int(length), 3: int(content.length), ...more }))),
    content,
  ]);

/** A Parquet file whose columns hold one text in each of very many rows, which it says once. */
export function repeatedText(word: string, rows: number, columns = 1): Uint8Array {
  const entry = Buffer.concat([new Uint8Array(4), Buffer.from(word)]);
  entry.writeUInt32LE(word.length);
  // Positions of one bit: a run of zeros.
  const run = Uint8Array.from([1, ...varint(2 * rows), 0]);
  const dictionary = page(2, entry.length, gzipSync(entry), { 7: struct({ 1: int(1), 2: int(0) }) });
  const data = page(0, run.length, gzipSync(run), { 5: struct({ 1: int(rows), 2: int(8), 3: int(3), 4: int(3) }) });
  const size = dictionary.length + data.length;
  const names = Array.from({ length: columns }, (_, j) => `c${j}`);
  const chunks = names.map((name, j) => {
    const at = 4 + j * size;
    const meta = {
      1: int(TEXT),
      2: list(5, [int(0), int(8)]),
      3: list(8, [text(name)]),
      4: int(GZIP),
      5: long(rows),
      6: long(entry.length + run.length),
      7: long(size),
      9: long(at + dictionary.length),
      11: long(at),
    };
    return struct({ 2: long(at), 3: struct(meta) });
  });
  const footer = Uint8Array.from(
    encoded(
      struct({
        1: int(1),
        2: list(12, [
          struct({ 4: text('root'), 5: int(columns) }),
          ...names.map((name) => struct({ 1: int(TEXT), 3: int(0), 4: text(name), 6: int(0) })),
        ]),
        3: long(rows),
        4: list(12, [struct({ 1: list(12, chunks), 2: long(size * columns), 3: long(rows) })]),
      }),
    ),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const parts = names.flatMap(() => [dictionary, data]);
  return new Uint8Array(Buffer.concat([Buffer.from('PAR1'), ...parts, footer, length, Buffer.from('PAR1')]));
}
