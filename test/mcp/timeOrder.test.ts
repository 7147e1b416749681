import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dailySeries } from '../engine/dailySeries';
import { testFolder } from '../testFolder';
import { Wire } from './wire';

test('a language model is told how well the last days are predicted, and what random ones would say', async () => {
  const folder = join(realpathSync(testFolder()), 'time');
  mkdirSync(folder);
  writeFileSync(join(folder, 'daily.csv'), `Date,x,y\n${dailySeries(200).join('\n')}\n`);
  const wire = new Wire([folder]);
  await wire.open();
  try {
    const fit = { file: 'daily.csv', target: 'y', parameters: { kernel: 'gaussian', folds: 0 } };
    const said = await wire.text('fit', fit);
    assert.match(
      said,
      /The last 40 rows by "Date" are held out: RMSE [\d.]+\. Rows left out at random would say [\d.]+\./,
    );
    for (const design of [{ holdout: 0.2 }, { order: 'random' }])
      assert.doesNotMatch(await wire.text('fit', { ...fit, design }), /The last 40 rows/);
  } finally {
    await wire.close();
  }
});
