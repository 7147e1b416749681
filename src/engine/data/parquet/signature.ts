/** The first bytes of a Parquet file; the second text is for one whose footer is encrypted. */
const SIGNATURES: ReadonlySet<string> = new Set(['PAR1', 'PARE']);

/** True when bytes begin a Parquet file: no header of a CSV file has a control character in the fifth place. */
export const isParquet = (start: Uint8Array): boolean =>
  start.length > 4 && start[4] < 32 && SIGNATURES.has(String.fromCharCode(...start.subarray(0, 4)));
