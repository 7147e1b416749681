import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { unpack } from '../../../src/engine/contract/pack';
import { type AnyRun, isComponents, type RunResult } from '../../../src/engine/contract/run';
import { overviewOf } from '../../../src/figures/fit/overview';
import { MOST_BYTES, pageRun, reportHtml } from '../../../src/figures/report/html';
import { reportFor, reportMarkdown } from '../../../src/figures/report/write';
import { escapeXml } from '../../../src/figures/svg/node';
import { allFigures } from '../../../src/figures/tabs';
import { moveFilter } from '../../../src/figures/view/axes';
import { factsOf } from '../../../src/figures/view/facts';
import { deriveView } from '../../../src/figures/view/view';
import { approximationExample } from '../approximationExample';
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
    assert.match(
      html,
      /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"/,
    );
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
      // No attribute but the page's own; what one holds is a value.
      assert.doesNotMatch(tag.replaceAll(/"[^"]*"/g, '""'), /\son\w+=/i);
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

const LIVE: Readonly<Record<string, () => RunResult>> = {
  fit: () => exampleRun({ n: 60, holdout: 20 }),
  zones: () => exampleRun({ n: 40, holdout: 12, method: 'three-zone' }),
  classes: () => exampleRun({ n: 60, holdout: 20, classes: 3 }),
  'two classes': () => exampleRun({ n: 60, holdout: 20, classes: 2 }),
  targets: () => exampleRun({ n: 60, holdout: 20, more: true }),
  robust: () => robustExample({ n: 60, holdout: 20, method: 'huber' }),
  features: () => approximationExample(),
};

for (const [name, made] of Object.entries(LIVE)) {
  test(`${name}: the numbers in the page draw every figure as the run itself does`, () => {
    const run = made();
    const packed = pageRun(run);
    assert.ok(packed);
    const inPage = unpack(packed) as RunResult;
    const [facts, pageFacts] = [factsOf(run), factsOf(inPage)];
    const moves = run.robust
      ? [0, run.robust.path.values.length - 1].map((at) => ({ filter: run.filter, options: { at } }))
      : run.paths.flatMap(({ axis, values }) =>
          [0.2, 0.8].map((part) => ({
            filter: moveFilter(run.axes, run.filter, axis, values[Math.round(part * (values.length - 1))]),
            options: run.classes?.levels.length === 2 ? { threshold: 0.3 } : {},
          })),
        );
    assert.ok(moves.length > 0);
    for (const { filter, options } of [{ filter: run.filter, options: {} }, ...moves]) {
      const view = deriveView(run, filter, facts, options);
      const shown = deriveView(inPage, filter, pageFacts, options);
      assert.deepEqual(allFigures(shown), allFigures(view));
      const said = ({ lead, numbers }: ReturnType<typeof overviewOf>) => ({ lead, numbers });
      assert.deepEqual(said(overviewOf(shown)), said(overviewOf(view)));
    }
  });

  test(`${name}: of scripts the page runs the one that its policy names, on numbers without rows of the model`, () => {
    const run = made();
    const html = reportFor('a.html', run);
    const [data, script] = [...html.matchAll(/<script([^>]*)>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/g)];
    assert.equal(html.match(/<\/script/gi)?.length, 2);
    assert.equal(data[1], ' type="application/octet-stream" id="run"');
    assert.match(data[2], /^[A-Za-z0-9+/]+={0,2}$/);
    assert.equal(script[1], '');
    const digest = createHash('sha256').update(script[2]).digest('base64');
    assert.match(
      html,
      new RegExp(
        `script-src 'sha256-${digest.replace(/[+/]/g, '\\$&')}'; require-trusted-types-for 'script'; trusted-types 'none'"`,
      ),
    );
    const inPage = unpack(Buffer.from(data[2], 'base64')) as RunResult;
    assert.deepEqual(
      [inPage.model.x.values.length, ...inPage.model.outputs.map(({ alpha }) => alpha.length)],
      Array(1 + run.model.outputs.length).fill(0),
    );
    assert.deepEqual(inPage.inspection.preview, []);
    assert.match(html, /The sliders work without a connection; their numbers take [\d.,]+ [kM]B of this file\./);
  });
}

test('a file read from memory stays out of the page', () => {
  const run = exampleRun({ n: 60, holdout: 20 });
  const source = { kind: 'bytes', name: 'a.csv', bytes: new TextEncoder().encode('secret,7') } as const;
  const packed = pageRun({ ...run, request: { ...run.request, source } });
  assert.ok(packed);
  assert.equal(Buffer.from(packed).includes('secret'), false);
});

test('numbers beyond the bound are left out: first those by which held-out rows follow, then all', () => {
  const run = exampleRun({ n: 60, holdout: 40 });
  const whole = pageRun(run)?.length ?? 0;
  assert.ok(whole > 0 && whole < MOST_BYTES);
  const less = pageRun(run, whole - 1);
  assert.ok(less && less.length < whole);
  assert.equal((unpack(less) as RunResult).live.holdout, undefined);
  assert.equal(pageRun(run, 100), undefined);
  assert.doesNotMatch(reportHtml(run), /<script|id="sliders"/);
});

test('what has no slider needs no script', () => {
  assert.equal(isComponents(RUNS.components), true);
  assert.doesNotMatch(reportFor('a.html', RUNS.components), /<script|id="sliders"/);
});
