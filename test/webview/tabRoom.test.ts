import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tabsInRoom } from '../../src/webview/views/tabBar';

const widths = [62, 58, 66, 74, 20, 32, 56, 28];
const rest = { gap: 16, more: 60 };

test('tabs that all fit are all there', () => {
  const room = widths.reduce((sum, width) => sum + width + rest.gap, -rest.gap);
  assert.ok(tabsInRoom(widths, 3, { ...rest, room }).every(Boolean));
  assert.ok(!tabsInRoom(widths, 3, { ...rest, room: room - 1 }).every(Boolean));
});

test('whole tabs that fit, the first ones and the chosen one, at every width', () => {
  for (let room = 150; room < 620; room += 7)
    for (let chosen = 0; chosen < widths.length; chosen++) {
      const shown = tabsInRoom(widths, chosen, { ...rest, room });
      assert.ok(shown[chosen], `${room}: the chosen one is there`);
      const others = shown.filter((_, i) => i !== chosen);
      assert.ok(
        !others.includes(true, others.indexOf(false) + 1) || !others.includes(false),
        'none in the middle is left out',
      );
      const taken = widths.reduce((sum, width, i) => sum + (shown[i] ? width + rest.gap : 0), -rest.gap);
      assert.ok(shown.every(Boolean) || taken + rest.more <= room, `${room}, ${chosen}: ${taken}`);
    }
});

test('the chosen one stays where there is room for nothing', () => {
  assert.deepEqual(tabsInRoom([60, 60, 60], 1, { room: 10, gap: 16, more: 60 }), [false, true, false]);
});
