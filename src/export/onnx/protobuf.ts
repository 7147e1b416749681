// Protocol Buffers, as much as a model needs: messages of integers, texts and bytes, in parts that are joined once.

/** A message, part by part. */
export type Message = readonly (Uint8Array | Message)[];

export const varintField = (field: number, value: number): Message => [varint(field * 8), varint(value)];

export function bytesField(field: number, content: Uint8Array): Message {
  return [varint(field * 8 + 2), varint(content.length), content];
}

export const textField = (field: number, value: string): Message => bytesField(field, new TextEncoder().encode(value));

export function message(field: number, content: Message): Message {
  return [varint(field * 8 + 2), varint(sizeOf(content)), content];
}

export function messageBytes(content: Message): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(sizeOf(content));
  let at = 0;
  const write = (part: Uint8Array | Message): void => {
    if (part instanceof Uint8Array) {
      result.set(part, at);
      at += part.length;
    } else part.forEach(write);
  };
  write(content);
  return result;
}

function sizeOf(content: Message): number {
  return content.reduce<number>((sum, part) => sum + (part instanceof Uint8Array ? part.length : sizeOf(part)), 0);
}

/** Negative ones as 64 bits in two's complement. */
function varint(value: number): Uint8Array {
  const out: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    out.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Uint8Array.from(out);
}
