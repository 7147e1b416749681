/** The bytes of all parts, one after another; those of a single part are not copied. */
export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter((part) => part.length > 0);
  if (filled.length === 1) return filled[0];
  const joined = new Uint8Array(filled.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of filled) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
