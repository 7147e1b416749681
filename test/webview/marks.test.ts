import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placedMarks, type TrackMark } from '../../src/webview/live/marks';

const names = (marks: readonly TrackMark[], width: number) =>
  placedMarks(marks, (value) => value, width).map(({ texts, name }) => `${texts.join('+')}: ${name?.text ?? '-'}`);
const mark = (text: string, value: number): TrackMark => ({ text, value });

test('marks apart have a name each, marks at one place one of both', () => {
  assert.deepEqual(names([mark('LOO', 0.2), mark('CV', 0.2), mark('GCV', 0.7)], 400), ['LOO+CV: LOO, CV', 'GCV: GCV']);
});

test('a name that would stand under two marks names both', () => {
  assert.deepEqual(names([mark('LOO', 0), mark('1 SE', 0.03)], 400), ['LOO: LOO, 1 SE', '1 SE: -']);
  // There is room to the left: the name is drawn there.
  assert.deepEqual(names([mark('LOO', 0.5), mark('1 SE', 0.53)], 400), ['LOO: LOO', '1 SE: 1 SE']);
});

test('where there is no room for all names of a place, one and how many more', () => {
  const tight = [mark('LOO', 0.5), mark('CV', 0.5), mark('GCV', 0.5)];
  assert.deepEqual(names(tight, 110), ['LOO+CV+GCV: LOO +2']);
  assert.deepEqual(names(tight, 30), ['LOO+CV+GCV: -']);
});

test('no two names overlap, and none stands under a mark that it does not name', () => {
  for (let seed = 1; seed < 60; seed++) {
    const marks = ['LOO', '1 SE', 'CV', 'GCV', 'risk'].map((text, i) =>
      mark(text, ((seed * (i + 3) * 37) % 101) / 100),
    );
    for (const width of [90, 160, 300, 800]) {
      const placed = placedMarks(marks, (value) => value, width);
      assert.deepEqual(placed.flatMap(({ texts }) => texts).toSorted(), marks.map(({ text }) => text).toSorted());
      const boxes = placed.flatMap(({ name, at }) => {
        if (!name) return [];
        const wide = (5.8 * name.text.length + 12) / width;
        return [{ text: name.text, from: name.before ? at - wide : at, to: name.before ? at : at + wide }];
      });
      for (const a of boxes) {
        for (const b of boxes) assert.ok(a === b || a.to <= b.from || b.to <= a.from, `${a.text} | ${b.text} ${width}`);
        for (const { at, texts } of placed)
          if (at > a.from + 1e-9 && at < a.to - 1e-9)
            assert.ok(
              texts.every((text) => a.text.includes(text)) || / \+/.test(a.text),
              `${a.text} over ${texts} ${width}`,
            );
      }
    }
  }
});
