// The ten measures of a loaded file, as the benchmark's evaluation computes them: success, and precision, recall and F1 of the header,
// of the records and of the cells, all as multisets. A file scores from 0 to 10.

/** @param {string[][]} expected @param {string[][] | undefined} loaded undefined where it could not be loaded */
export function measures(expected, loaded) {
  if (!loaded) return { success: 0, header: NONE, records: NONE, cells: NONE };
  if (expected.length === 0) return { success: 1, header: ALL, records: ALL, cells: ALL };
  const record = (row) => row.map(normal).join('');
  return {
    success: 1,
    header: agreement(expected[0].map(normal), (loaded[0] ?? []).map(normal)),
    records: agreement(expected.slice(1).map(record), loaded.slice(1).map(record)),
    cells: agreement(expected.flat(), loaded.flat()),
  };
}

export const score = ({ success, header, records, cells }) => success + sum(header) + sum(records) + sum(cells);

const ALL = [1, 1, 1];
const NONE = [0, 0, 0];
const sum = (numbers) => numbers.reduce((total, value) => total + value, 0);

/** Numbers compare as numbers, words without regard to case. */
function normal(cell) {
  const text = cell.trim();
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text.toLowerCase();
}

/** Fractions of the expected and of the loaded that both have, and their harmonic mean. */
function agreement(expected, loaded) {
  if (expected.length === 0) return ALL;
  const left = new Map();
  for (const item of loaded) left.set(item, (left.get(item) ?? 0) + 1);
  let both = 0;
  for (const item of expected) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    both++;
    left.set(item, count - 1);
  }
  if (both === 0) return NONE;
  const precision = both / expected.length;
  const recall = both / loaded.length;
  return [precision, recall, (2 * precision * recall) / (precision + recall)];
}

/** Rows of a file of RFC 4180, strictly: what `inspect --table` writes. */
export function strictRows(text) {
  const rows = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new Error(`not RFC 4180: row ${rows.length + 1}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
