import assert from 'node:assert/strict';
import { test } from 'node:test';
import { l10n, window } from 'vscode';
import GERMAN from '../../l10n/bundle.l10n.de.json';
import type { Inspection, TargetCandidate } from '../../src/engine/contract/data';
import { pickTarget, type TargetAnswer } from '../../src/extension/picks/targetPick';
import { madeColumn } from './madeColumn';

interface Row {
  readonly label: string;
  readonly detail?: string;
  readonly kind?: number;
}

/** A pick as the editor has it: without being told otherwise the first row that is no heading gets the focus whenever rows are set. */
class Pick {
  title = '';
  placeholder = '';
  value = '';
  ignoreFocusOut = false;
  matchOnDescription = false;
  keepScrollPosition = false;
  buttons: unknown[] = [];
  activeItems: readonly Row[] = [];
  selectedItems: readonly Row[] = [];
  private rows: readonly Row[] = [];
  private accepted = () => {};
  private hidden = () => {};
  get items() {
    return this.rows;
  }
  set items(rows: readonly Row[]) {
    this.rows = rows;
    this.activeItems = rows.filter(({ kind }) => kind === undefined).slice(0, 1);
  }
  onDidAccept = (act: () => void) => {
    this.accepted = act;
  };
  onDidHide = (act: () => void) => {
    this.hidden = act;
  };
  onDidTriggerButton() {}
  show() {}
  dispose() {}
  enter() {
    this.selectedItems = this.activeItems;
    this.accepted();
  }
  escape() {
    this.hidden();
  }
  move(label: string) {
    this.activeItems = this.rows.filter((row) => row.label === label);
  }
  get columns() {
    return this.rows
      .filter(({ kind, label }) => kind === undefined && !label.startsWith('$('))
      .map(({ label }) => label);
  }
}

const inspection = (defaultTarget?: number) =>
  ({
    rows: 100,
    columns: ['one', 'two', 'three'].map((name, i) => madeColumn(i, name)),
    ...(defaultTarget !== undefined && { defaultTarget }),
  }) as unknown as Inspection;

const measured: readonly TargetCandidate[] = [2, 0, 1].map((index, place) => ({
  index,
  name: ['one', 'two', 'three'][index],
  standing: 'explained',
  explained: 0.9 - place / 10,
  reason: `reason ${index}`,
}));

async function opened(defaultTarget?: number) {
  const pick = new Pick();
  const shown = window.createQuickPick;
  Object.assign(window, { createQuickPick: () => pick });
  let arrive: (targets: readonly TargetCandidate[]) => void = () => {};
  let signal: AbortSignal | undefined;
  let answered: TargetAnswer | 'open' = 'open';
  const ranks = (stop: AbortSignal) => {
    signal = stop;
    return new Promise<readonly TargetCandidate[]>((resolve) => {
      arrive = resolve;
    });
  };
  void pickTarget('Fit', inspection(defaultTarget), {}, ranks).then((answer) => {
    answered = answer;
  });
  Object.assign(window, { createQuickPick: shown });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    pick,
    async answer() {
      await turn();
      return answered;
    },
    arrive() {
      arrive(measured);
      return turn();
    },
    aborted: () => signal?.aborted,
  };
}

test('with nothing preselected Enter chooses nothing, before the ranks and after', async () => {
  const { pick, answer, arrive } = await opened();
  assert.match(pick.placeholder, /Nothing is proposed/);
  pick.enter();
  assert.equal(await answer(), 'open');
  assert.deepEqual(pick.columns, ['one', 'two', 'three']);
  await arrive();
  assert.deepEqual(pick.columns, ['three', 'one', 'two']);
  pick.enter();
  assert.equal(await answer(), 'open');
  pick.move('one');
  pick.enter();
  assert.deepEqual(await answer(), { target: 'one' });
});

test('the question fits the field that it stands in, in both languages, and the title says how large the file is', async () => {
  const fake = l10n as { bundle: Readonly<Record<string, string>> | undefined };
  for (const bundle of [undefined, GERMAN]) {
    fake.bundle = bundle;
    for (const preselected of [undefined, 1]) {
      const { pick } = await opened(preselected);
      // The editor's field shows about 85 characters.
      assert.ok(pick.placeholder.length <= 82, `${pick.placeholder.length}: ${pick.placeholder}`);
      assert.match(pick.title, /^Fit, 100 \S+, 3 \S+$/);
    }
  }
  fake.bundle = undefined;
});

test('a column whose name says so has the focus, says why, and keeps it', async () => {
  const { pick, answer, arrive } = await opened(1);
  assert.match(pick.placeholder, /Enter: two, as its name says\./);
  assert.equal(pick.activeItems[0].label, 'two');
  await arrive();
  assert.deepEqual(pick.columns, ['two', 'three', 'one']);
  assert.equal(pick.activeItems[0].label, 'two');
  pick.enter();
  assert.deepEqual(await answer(), { target: 'two' });
});

test('under a hand that has moved or typed nothing moves when the ranks come', async () => {
  for (const defaultTarget of [undefined, 1])
    for (const touch of [
      (pick: Pick) => pick.move('one'),
      (pick: Pick) => {
        pick.value = 'on';
        pick.move('one');
      },
    ]) {
      const { pick, answer, arrive } = await opened(defaultTarget);
      touch(pick);
      const before = pick.columns;
      await arrive();
      assert.deepEqual(pick.columns, before);
      assert.deepEqual([pick.activeItems[0].label, pick.activeItems[0].detail], ['one', 'reason 0']);
      pick.enter();
      assert.deepEqual(await answer(), { target: 'one' });
    }
});

test('a pick that is closed ends the measuring', async () => {
  const { pick, answer, aborted, arrive } = await opened();
  assert.equal(aborted(), false);
  pick.escape();
  assert.equal(await answer(), undefined);
  assert.equal(aborted(), true);
  await arrive();
});
