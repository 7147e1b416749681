import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobustFit } from '../../src/engine/contract/robust';
import { tabAmong, tabsOf, tabTitle } from '../../src/webview/views/runTabs';
import { componentsExample } from '../figures/componentsExample';

const robust = { robust: {} as RobustFit };

test('every fit has rows and columns; a robust one a path in place of excess risk', () => {
  assert.deepEqual(tabsOf({}), ['overview', 'rows', 'columns', 'spectrum', 'alignment', 'risk', 'data']);
  assert.deepEqual(
    tabsOf(robust).map((tab) => tabTitle(tab, robust)),
    ['Overview', 'Rows', 'Columns', 'Spectrum', 'Alignment', 'Path', 'Data'],
  );
  assert.equal(tabTitle('risk', {}), 'Excess risk');
});

test('principal components have scores in place of a fit', () => {
  const run = componentsExample({ train: 30, holdout: 0 });
  assert.deepEqual(
    tabsOf(run).map((tab) => tabTitle(tab, run)),
    ['Overview', 'Spectrum', 'Scores', 'Reconstruction', 'Outliers', 'Data'],
  );
  assert.equal(tabAmong(run, 'risk'), 'overview');
  assert.equal(tabAmong({}, 'scores'), 'overview');
});

test('a tab remembered for another kind of run gives way to the first', () => {
  assert.equal(tabAmong(robust, 'rows'), 'rows');
  assert.equal(tabAmong({}, 'outliers'), 'overview');
  assert.equal(tabAmong({}, 'risk'), 'risk');
});
