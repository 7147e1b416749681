/**
 * The position of the core's header in its memory, in bytes; the assembly knows the same words in pool.ts. From the
 * start: header, static data of the module, scratch of every thread, then the arena.
 */
const HEADER = 1024;
export const WORD = {
  epoch: HEADER,
  left: HEADER + 64,
  ready: HEADER + 196,
  broken: HEADER + 200,
  stopped: HEADER + 204,
  closed: HEADER + 208,
  scratch: HEADER + 212,
  scratchSize: HEADER + 216,
} as const;
/** The first byte after the module's static data. */
export const SCRATCH_START = 1 << 16;
export const PAGE = 1 << 16;
