// The panel's page at every width: nothing overlaps, is cut off, overflows or complains.
import assert from 'node:assert/strict';
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
