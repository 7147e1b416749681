import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RobustFit } from '../../src/engine/contract/robust';
import { TABS } from '../../src/webview/protocol';
import { tabAmong, tabsOf, tabTitle } from '../../src/webview/views/runTabs';

const robust = { robust: {} as RobustFit };

test('a robust run has its rows and its path; another has neither', () => {
  assert.deepEqual(tabsOf(robust), TABS);
  assert.deepEqual(
    tabsOf({}),
    TABS.filter((tab) => tab !== 'rows'),
  );
  assert.deepEqual(
    tabsOf(robust).map((tab) => tabTitle(tab, robust)),
    ['Overview', 'Spectrum', 'Alignment', 'Path', 'Fit', 'Rows', 'Data'],
  );
  assert.equal(tabTitle('risk', {}), 'Excess risk');
});

test('a tab remembered for another kind of run gives way to the first', () => {
  assert.equal(tabAmong(robust, 'rows'), 'rows');
  assert.equal(tabAmong({}, 'rows'), 'overview');
  assert.equal(tabAmong({}, 'risk'), 'risk');
});
