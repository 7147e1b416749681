import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mix, parseColour } from '../../src/figures/layout/colour';
import themes from '../webview/themes.json';

test('every colour of the four standard themes can be read', () => {
  for (const [name, { variables }] of Object.entries(themes))
    for (const [variable, value] of Object.entries<string>(variables))
      if (!variable.startsWith('font') && value !== 'transparent')
        assert.ok(parseColour(value), `${name}: ${variable} is ${value}`);
});

test('the forms a theme uses', () => {
  assert.deepEqual(parseColour('#fff'), [255, 255, 255, 1]);
  assert.deepEqual(parseColour('#1f2A3b'), [31, 42, 59, 1]);
  assert.deepEqual(parseColour('#00000080'), [0, 0, 0, 128 / 255]);
  assert.deepEqual(parseColour('rgb(1, 2, 3)'), [1, 2, 3, 1]);
  assert.deepEqual(parseColour('rgba(1, 2, 3, 0.5)'), [1, 2, 3, 0.5]);
  assert.deepEqual(parseColour('rgb(1 2 3 / 0.5)'), [1, 2, 3, 0.5]);
  for (const other of ['red', '', '#12345', '#12', 'rgb(1, 2)', 'var(--x)'])
    assert.equal(parseColour(other), undefined);
});

test('mixing is opaque and heeds the opacity of the colour on top', () => {
  assert.equal(mix('#ffffff', '#000000', 0.5), 'rgb(128, 128, 128)');
  assert.equal(mix('#ffffff80', '#000000', 1), 'rgb(128, 128, 128)');
  assert.equal(mix('CanvasText', '#000000', 0.5), 'CanvasText');
});
