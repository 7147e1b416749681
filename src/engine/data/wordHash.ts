/**
 * A number from 0 to 2^31 − 1 that depends on the word alone: FNV-1a (Fowler, Noll and Vo) over its UTF-16 units, its
 * high bits mixed in.
 */
export function wordHash(word: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
