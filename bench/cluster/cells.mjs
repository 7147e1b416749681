// Finished cells of a benchmark, a line of JSON each: what is there is not measured again.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** @param {string} path of the file, which need not be there */
export function openCells(path) {
  const cells = new Map(
    (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []).filter(Boolean).map((line) => {
      const { key, cell } = JSON.parse(line);
      return [JSON.stringify(key), cell];
    }),
  );
  mkdirSync(dirname(path), { recursive: true });
  return {
    /** The cell of a key, measured where it is not there. */
    async get(key, measure) {
      const name = JSON.stringify(key);
      if (cells.has(name)) return cells.get(name);
      const cell = await measure();
      cells.set(name, cell);
      appendFileSync(path, `${JSON.stringify({ key, cell })}\n`);
      return cell;
    },
  };
}
