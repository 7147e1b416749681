import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyRun } from '../../../src/engine/contract/run';
import { reportHtml } from '../../../src/figures/report/html';
import { reportMarkdown } from '../../../src/figures/report/markdown';
import { escapeXml } from '../../../src/figures/svg/text';
import { componentsExample } from '../componentsExample';
import { exampleRun } from '../exampleRun';
import { robustExample } from '../robustExample';

const HOSTILE = `<img src=x onerror=alert(1)>"'&]]><script>1</script>`;

const RUNS: Readonly<Record<string, AnyRun>> = {
  fit: exampleRun({ n: 60, holdout: 20 }),
  classes: exampleRun({ n: 60, holdout: 20, classes: 3 }),
  targets: exampleRun({ n: 60, holdout: 20, more: true }),
  robust: robustExample({ n: 60, holdout: 20, method: 'huber' }),
  components: componentsExample({ train: 60, holdout: 20 }),
};

/** Every text of the run that a file or a person may have written says something else. */
function renamed<T>(value: T, from: ReadonlySet<string>, to: string): T {
  if (typeof value === 'string') return (from.has(value) ? to : value) as T;
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, from, to)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renamed(one, from, to)])) as T;
}

function hostile(run: AnyRun): AnyRun {
  const target = 'target' in run ? run.target : '';
  const names = new Set([run.file.name, run.file.path, target, ...run.data.columns].filter((name) => name !== ''));
  return renamed(run, names, HOSTILE);
}

/** The tags of a page, in order, with their attributes. */
const tagsOf = (html: string): string[] => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);

for (const [name, run] of Object.entries(RUNS)) {
  test(`${name}: the report stands alone, with its figures, settings, data and command line`, () => {
    const html = reportHtml(run);
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/);
    assert.ok((html.match(/<svg /g) ?? []).length >= 4);
    for (const id of ['numbers', 'figures', 'data', 'settings', 'again'])
      assert.ok(html.includes(`<section id="${id}">`));
    assert.match(html, /<pre>kernelscope fit /);
    assert.doesNotMatch(html, /<script|<link|<iframe|javascript:|@import/i);
    const outside = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, to]) => !to.startsWith('#'));
    assert.deepEqual(outside, []);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, 'ids are used once');
  });

  test(`${name}: no name becomes markup, in HTML and in Markdown`, () => {
    const html = reportHtml(hostile(run));
    assert.ok(html.includes(escapeXml(HOSTILE)));
    assert.doesNotMatch(html, /<img|<script|onerror=alert\(1\)>(?!&)/i);
    const known =
      /^<\/?(!doctype|html|head|meta|title|style|body|p|h1|h2|nav|a|main|section|ul|li|pre|table|tr|th|td|div|strong|svg|desc|rect|g|path|text|tspan|line|circle|polyline|polygon|clipPath|defs|image|use|pattern|linearGradient|stop)\b/i;
    for (const tag of tagsOf(html)) {
      assert.match(tag, known);
      assert.doesNotMatch(tag, /\son\w+=/i);
    }
    const markdown = reportMarkdown(hostile(run));
    const prose = markdown.replace(/```sh[\s\S]*?```/, '');
    assert.doesNotMatch(prose, /(?<!\\)<(img|script)/);
  });
}

test('Markdown has the same parts, and a fence that no name closes', () => {
  const markdown = reportMarkdown(renamed(RUNS.fit, new Set([RUNS.fit.file.path]), '/a```b\n# x.csv'));
  for (const title of ['Numbers', 'Figures', 'Data', 'Settings', 'Repeat this run'])
    assert.ok(markdown.includes(`\n## ${title}\n`));
  assert.match(markdown, /\n````sh\nkernelscope fit/);
});
