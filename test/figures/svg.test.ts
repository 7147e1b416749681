import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCsv } from '../../src/figures/csv';
import { LIGHT_THEME } from '../../src/figures/layout/theme';
import { escapeXml } from '../../src/figures/svg/node';
import { toSvg } from '../../src/figures/svg/svg';
import { allFigures } from '../../src/figures/tabs';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';
import { scaled } from './scaled';

/** Throws unless every tag is closed in order and no attribute or text holds a bare <, > or &. */
function assertWellFormed(xml: string): void {
  const open: string[] = [];
  let end = 0;
  for (const match of xml.matchAll(/<(\/?)([a-zA-Z:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g)) {
    const between = xml.slice(end, match.index);
    assert.doesNotMatch(between, /[<>]|&(?!(amp|lt|gt|quot|#39);)/, between);
    end = match.index + match[0].length;
    assert.doesNotMatch(match[3], /&(?!(amp|lt|gt|quot|#39);)/);
    if (match[1]) assert.equal(open.pop(), match[2]);
    else if (!match[4]) open.push(match[2]);
  }
  assert.deepEqual(open, []);
  assert.equal(xml.slice(end).trim(), '');
}

test('names from a hostile file stay text in SVG and CSV', () => {
  const names = ['</svg><script>alert(1)</script>', '=cmd()', '"\'&\u0000\ud800<!--'];
  const run = exampleRun({ n: 20, holdout: 6, names, target: '<![CDATA[&amp;]]>' });
  for (const figure of allFigures(deriveView(run, scaled(run, 3)))) {
    const svg = toSvg(figure, LIGHT_THEME, 400, 300);
    assertWellFormed(svg);
    assert.doesNotMatch(svg, /<script|<!/, figure.id);
    assert.ok(!svg.includes('\u0000'));
    assert.doesNotMatch(svg, /(href|src)=/, 'nothing is loaded from elsewhere');
    for (const line of toCsv(figure).split('\r\n')) assert.doesNotMatch(line, /(^|,)"?[=@]/, `${figure.id}: ${line}`);
  }
});

test('characters that XML forbids become spaces, others survive', () => {
  assert.equal(escapeXml('a\u0000b\ud800c\uffff'), 'a b c ');
  assert.equal(escapeXml('λ 😀 é <&>"\''), 'λ 😀 é &lt;&amp;&gt;&quot;&#39;');
});

test('figures stay well-formed and inside their frame at any size', () => {
  const run = exampleRun({ n: 24, holdout: 8 });
  for (const [width, height] of [
    [160, 120],
    [400, 300],
    [1600, 900],
  ])
    for (const figure of allFigures(deriveView(run))) {
      const svg = toSvg(figure, LIGHT_THEME, width, height);
      assertWellFormed(svg);
      const start = new RegExp(`^<svg [^>]*width="${width}" height="${height}"`);
      assert.match(svg, start);
      for (const [, x, y] of svg.matchAll(/<circle cx="([^"]+)" cy="([^"]+)"/g))
        assert.ok(Number(x) >= 0 && Number(x) <= width && Number(y) >= 0, `${figure.id}: circle at ${x}, ${y}`);
    }
});
