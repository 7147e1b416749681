/** The distinct ArrayBuffers behind the typed arrays of a plain value, to hand over instead of copying. */
export function transferables(value: unknown, buffers = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  } else if (value !== null && typeof value === 'object') {
    for (const item of Object.values(value)) transferables(item, buffers);
  }
  return [...buffers];
}
