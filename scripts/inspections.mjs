// Data for the panel of a file: read by the engine from CSV made here or from a file.
import { readFileSync } from 'node:fs';
import { bundled } from './bundled.mjs';
import { ENGINE } from './panelRuns.mjs';

const SOURCE = `
  ${ENGINE}
  export { pack } from './src/engine/contract/pack';
  export { dialectWords } from './src/extension/forms/readFields';
  export const { profile: profileOf, column: columnOf } = embedded().handlers;
  export { quietContext };`;

const DESIGN = { missing: 'impute', standardise: true, seed: 0, holdout: { kind: 'fraction', fraction: 0.2 } };

/** That number of lines, each made from its index. */
const lines = (n, head, of) => `${head}\n${Array.from({ length: n }, (_, i) => of(i)).join('\n')}\n`;
const wave = (i, k) => Math.sin(i * k) + Math.sin(i * k * 1.7);

/** @type {Record<string, () => string>} */
const MADE = {
  mixed: () =>
    lines(400, 'no,town,area,built,day,same,rooms,heat,note,price', (i) => {
      const area = 40 + Math.round(90 * Math.abs(wave(i, 0.7)));
      const heat = i % 3 === 0 ? '' : ['gas', 'oil', 'wood'][i % 4 === 0 ? 2 : i % 2];
      const day = new Date(Date.UTC(2023, 0, 1 + i)).toISOString().slice(0, 10);
      const town = ['Ulm', 'Bonn', 'Kiel', 'Trier', 'Hof'][Math.floor((5 * Math.abs(wave(i, 0.31))) / 2)] ?? 'Hof';
      const price = 1000 * area + (heat === '' ? 30000 : 0) + 9000 * wave(i, 3.1);
      const odd = i === 57 ? 'unknown' : 1900 + ((i * 37) % 120);
      return [i + 1, town, area, odd, day, 'x', 1 + (i % 6), heat, `note ${i * 7919}`, Math.round(price)].join(',');
    }),
  classes: () =>
    lines(300, 'a,b,c,kind', (i) => {
      const kind = ['low', 'middle', 'high'][i % 3];
      return [(i % 3) + 0.4 * wave(i, 0.9), i % 11 === 0 ? '' : wave(i, 0.5), ['x', 'y'][i % 2], kind].join(',');
    }),
  nameless: () => lines(120, '0.5,1,3', (i) => [wave(i, 0.4), i % 2, 3 * wave(i, 0.4) + 0.1 * wave(i, 9)].join(',')),
  hostile: () =>
    lines(
      60,
      '"[x](command:y)","<img src=x onerror=alert(1)>","a ""quoted"" name, very long indeed, longer than any line of a table has room for",__proto__,',
      (i) => [i * 1.5, ['<b>bold</b>', '[a](command:b)'][i % 2], i % 7, `$(trash) ${i % 3}`, ''].join(','),
    ),
  gaps: () => lines(50, 'a,b,c', (i) => (i === 0 ? '1,,' : ',,')).concat('2,,\n'),
  one: () => lines(50, 'alone', (i) => String(i % 17)),
  wide: () =>
    lines(60, `${Array.from({ length: 2000 }, (_, c) => `column ${c + 1}`).join(',')},y`, (i) =>
      [
        ...Array.from({ length: 2000 }, (_, c) =>
          c % 90 === 4 && i % 2 ? '' : wave(i + c, 0.37 + (c % 13)).toFixed(3),
        ),
        i % 5,
      ].join(','),
    ),
};

/**
 * One of the names above, or a path, as its page takes it; with answers to what the page asks.
 * @param {string} name
 * @param {{ design?: { target?: string, task?: string, missing?: string, features?: string[] }, target?: boolean }} [options]
 */
export async function inspection(name, options = {}) {
  const { design = {}, target = false } = options;
  const { columnOf, dialectWords, pack, profileOf, quietContext } = await bundled(SOURCE);
  const bytes = name in MADE ? new TextEncoder().encode(MADE[name]()) : new Uint8Array(readFileSync(name));
  const file = name in MADE ? `${name}.csv` : name.replace(/^.*\//, '');
  const asked = {
    source: { kind: 'bytes', name: file, bytes },
    read: {},
    design: { ...DESIGN, target: '', ...design },
  };
  const profile = await profileOf(asked, quietContext);
  const { task = 'auto', missing = 'impute' } = design;
  const inspected = {
    file,
    profile,
    dialect: dialectWords(profile.inspection.dialect),
    commandLine: `kernelscope fit ${file}`,
    chosen: { target, task, gaps: missing, signs: '', kinds: [] },
  };
  return {
    bytes: pack(inspected),
    profile,
    answer: async ({ column }) => pack(await columnOf({ ...asked, column }, quietContext)),
  };
}
