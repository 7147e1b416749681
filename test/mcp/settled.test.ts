import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { CalloutActKind } from '../../src/engine/contract/callout';
import { Random } from '../../src/engine/data/random';
import { csvOf, FAULTS } from '../madeFaults';
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
const withFault = (act: CalloutActKind): string => {
  const fault = Object.values(FAULTS).find((one) => one.act === act);
  assert.ok(fault, act);
  return csvOf(fault, true);
};

/** For each act that arguments make, a part of these, and a file of which a fit says so. */
const TOLD: Readonly<Record<Exclude<CalloutActKind, 'without' | 'where' | 'reading'>, readonly [RegExp, string]>> = {
  leaveOut: (() => {
    const rows = Array.from({ length: ROWS }, () => [noise(), noise(), noise()]);
    const sums = [0, 1].map((c) => rows.reduce((sum, row) => sum + Number(row[c]), 0).toFixed(2));
    return [/"without":/, made('a,b,y', (i) => rows[i], [`${sums.join()},9.5`])] as const;
  })(),
  groups: [
    /"groups":/,
    made('person,a,y', (i) => {
      const [level, a] = people[i % people.length];
      return [`p${i % people.length}`, a.toFixed(2), (level + random.normal() / 2).toFixed(2)];
    }),
  ],
  random: [
    /"holdout":0.2\b/,
    made('day,a,y', (i) => [
      new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
      noise(),
      i + random.normal(),
    ]),
  ],
  readAs: [/"kinds":/, made('a,b,y', () => [noise(), random.uniform() < 0.3 ? '[c]' : noise(), noise()])],
  lastRows: [/"order":/, withFault('lastRows')],
  settings: [/"settings":/, withFault('settings')],
  classes: [/"task":/, withFault('classes')],
  balance: [/"classWeight":/, withFault('balance')],
  huber: [/"huber"/, withFault('huber')],
  logarithm: [/"ln\(y\)"/, withFault('logarithm')],
};

let wire: Wire;
before(async () => {
  for (const [act, [, text]] of Object.entries(TOLD)) writeFileSync(join(work, `${act}.csv`), text);
  wire = new Wire([work]);
  await wire.open();
});
after(() => wire.close());

for (const [act, [told]] of Object.entries(TOLD))
  test(`the arguments behind a warning settle it: ${act}`, async () => {
    // A file in the order of a date holds out its last rows unless random ones are asked for.
    const design = act === 'lastRows' ? { holdout: 0.2 } : undefined;
    const asked = { parameters: { kernel: 'gaussian', folds: 4 }, ...(design && { design }) };
    const warnings = async (more: Readonly<Record<string, unknown>>) => {
      const fit = { file: `${act}.csv`, target: 'y', ...asked, ...more };
      const { structuredContent, isError, content } = await wire.tool('fit', fit);
      assert.equal(isError, undefined, content[0].text);
      return structuredContent?.warnings as readonly string[];
    };
    const first = await warnings({});
    const warned = first.find((text) => told.test(text)) ?? '';
    const [, name, value] = /\((\w+): (\{.*\}|".*")\)$/.exec(warned) ?? [];
    assert.ok(name, first.join('\n'));
    const changed = name === 'parameters' ? { ...asked.parameters, ...JSON.parse(value) } : JSON.parse(value);
    const settled = await warnings({ [name]: changed });
    assert.ok(!settled.includes(warned), settled.join('\n'));
  });
