import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Random } from '../../src/engine/data/random';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

const work = join(realpathSync(testFolder()), 'work');
mkdirSync(work);
const random = new Random(3);
const ROWS = 150;
const made = (head: string, row: (i: number) => readonly (string | number)[], last: readonly string[] = []) =>
  `${[head, ...Array.from({ length: ROWS }, (_, i) => row(i).join()), ...last].join('\n')}\n`;
const noise = () => (10 + random.normal()).toFixed(2);
const people = Array.from({ length: 25 }, () => [3 * random.normal(), 4 * random.normal()]);
/** Files of which a fit says something that an argument settles, and the beginning of what is said. */
const FILES: Readonly<Record<string, readonly [text: string, said: RegExp]>> = {
  totals: (() => {
    const rows = Array.from({ length: ROWS }, () => [noise(), noise(), noise()]);
    const sums = [0, 1].map((c) => rows.reduce((sum, row) => sum + Number(row[c]), 0).toFixed(2));
    return [made('a,b,y', (i) => rows[i], [`${sums.join()},9.5`]), /looks like a sum or mean/];
  })(),
  people: [
    made('person,a,y', (i) => {
      const [level, a] = people[i % people.length];
      return [`p${i % people.length}`, a.toFixed(2), (level + random.normal() / 2).toFixed(2)];
    }),
    /^Rows of the same "person" are alike/,
  ],
  days: [
    made('day,a,y', (i) => [
      new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
      noise(),
      i + random.normal(),
    ]),
    /are held out/,
  ],
  marks: [
    made('a,b,y', () => [noise(), random.uniform() < 0.3 ? '[c]' : noise(), noise()]),
    /not of the kind of their column/,
  ],
};

let wire: Wire;
before(async () => {
  for (const [name, [text]] of Object.entries(FILES)) writeFileSync(join(work, `${name}.csv`), text);
  wire = new Wire([work]);
  await wire.open();
});
after(() => wire.close());

for (const [name, [, said]] of Object.entries(FILES))
  test(`the argument behind a warning settles it: ${name}`, async () => {
    const warnings = async (more: object) => {
      const fit = { file: `${name}.csv`, target: 'y', ...more };
      const { structuredContent, isError, content } = await wire.tool('fit', fit);
      assert.equal(isError, undefined, content[0].text);
      return structuredContent?.warnings as readonly string[];
    };
    const warned = (await warnings({})).find((text) => said.test(text)) ?? '';
    const [, argument, value] = /\((\w+): (\{.*\}|".*")\)$/.exec(warned) ?? [];
    assert.ok(argument, (await warnings({})).join('\n'));
    const settled = await warnings({ [argument]: JSON.parse(value) });
    assert.ok(!settled.includes(warned), settled.join('\n'));
  });
