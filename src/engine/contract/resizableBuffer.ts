/** ECMAScript 2024, which node has had since 20. */
type Resizable = ArrayBuffer & { readonly resizable: boolean; resize(bytes: number): void };
const ResizableBuffer = ArrayBuffer as unknown as new (bytes: number, options: { maxByteLength: number }) => Resizable;

/** A buffer whose memory `giveBack` returns at once; that of an ordinary one waits for the next collection of garbage. */
export const resizableBuffer = (bytes: number): ArrayBuffer => new ResizableBuffer(bytes, { maxByteLength: bytes });

/** Shrinks a resizable buffer to nothing; others stay. */
export function giveBack(buffer: ArrayBufferLike): void {
  if ((buffer as Resizable).resizable) (buffer as Resizable).resize(0);
}
