// The panel's page at every width: nothing overlaps, is cut off, overflows or complains.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { faultsAt, WIDTHS } from '../../scripts/panelPage.mjs';
import { packedRun } from '../../scripts/panelRuns.mjs';
import { test } from './window.mjs';

// A fault is a sentence that says where it is: a trace of so many pages would say no more.
test.use({ trace: 'off', screenshot: 'off' });
test.describe.configure({ mode: 'parallel' });

for (const width of WIDTHS) {
  test(`every tab, as fitted and moved, ${width} pixels wide`, async ({ panel }) => {
    assert.deepEqual(await faultsAt(panel, await packedRun('example'), width), []);
  });
}

test('every tab of a file whose names are eighty letters without a space, 420 pixels wide', async ({ panel }, info) => {
  const named = (what) => `${what}_measured_at_the_lower_station_by_the_second_of_the_two_instruments_of_the_river`;
  const rows = Array.from({ length: 60 }, (_, i) => [Math.sin(i), Math.cos(3 * i), Math.sin(2 * Math.sin(i))].join());
  const file = info.outputPath('named.csv');
  writeFileSync(file, [['depth', 'flow', 'oxygen'].map(named).join(), ...rows].join('\n'));
  const { bytes, tabs } = await packedRun(`fit:${file}:${named('oxygen')}:krr`);
  assert.deepEqual(await faultsAt(panel, { bytes, tabs, moves: [] }, 420), []);
});
