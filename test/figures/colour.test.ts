import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, luminance, mix, parseColour } from '../../src/figures/layout/colour';
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

/**
 * The fraction of the text's colour that a variable of the page mixes into the background's: first for all themes, then
 * for those of high contrast.
 */
const shares = (variable: string) =>
  [
    ...readFileSync('media/panel/base.css', 'utf8').matchAll(
      new RegExp(`--panel-${variable}: .*foreground\\) (\\d+)%`, 'g'),
    ),
  ].map(([, percent]) => Number(percent) / 100);

/** Colours of marks in figures, by the editor's variables. */
const MARKS = ['foreground', 'red', 'blue', 'yellow', 'green', 'purple'].map((name) => `charts-${name}`);

test('marks and bars have three times the contrast of the background in every theme', () => {
  for (const [name, { bodyClass, variables }] of Object.entries(themes)) {
    const under = variables['editor-background'];
    const light = (colour: string) => luminance(parseColour(colour) ?? assert.fail(`${name}: ${colour}`));
    const bar = mix(variables.foreground, under, shares('bar')[bodyClass.includes('high-contrast') ? 1 : 0]);
    const colours = Object.entries<string>(variables).filter(([variable]) => MARKS.includes(variable));
    assert.equal(colours.length, MARKS.length);
    for (const [what, colour] of [...colours, ['a bar', bar]])
      assert.ok(
        contrast(light(colour), light(under)) >= 3,
        `${name}: ${what} ${contrast(light(colour), light(under))}`,
      );
  }
});
