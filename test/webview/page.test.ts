import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pageHtml } from '../../src/webview/page';

const parts = {
  cspSource: 'https://file.example',
  nonce: 'bm9uY2U',
  scriptUris: ['https://file.example/figures.js', 'https://file.example/webview.js'],
  styleUri: 'https://file.example/panel.css',
  title: 'airfoil.csv',
};

function policyOf(html: string): Map<string, string> {
  const content = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  return new Map(
    content.split('; ').map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  );
}

test('the policy forbids everything but these files and pictures made in the page', () => {
  const policy = policyOf(pageHtml(parts));
  assert.deepEqual(Object.fromEntries(policy), {
    'default-src': "'none'",
    'style-src': "https://file.example 'nonce-bm9uY2U'",
    'script-src': "'nonce-bm9uY2U'",
    'img-src': 'data: blob:',
    'font-src': "'none'",
    'connect-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  });
});

test('every script carries the nonce, and none stands in the page itself', () => {
  const html = pageHtml(parts);
  const scripts = [...html.matchAll(/<script[^>]*>[^<]*/g)];
  assert.equal(scripts.length, 2);
  for (const [script] of scripts) {
    assert.match(script, /nonce="bm9uY2U"/);
    assert.match(script, /src="[^"]+">$/);
  }
  assert.match(html, /<meta property="csp-nonce" content="bm9uY2U">/);
  assert.doesNotMatch(html, / style="| on\w+="/);
});

test('a file name cannot become markup', () => {
  const html = pageHtml({ ...parts, title: '"><script>alert(1)</script>&.csv' });
  assert.doesNotMatch(html, /<script>alert/);
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;&amp;\.csv/);
});

test('the style sheets take their colours from the theme alone', () => {
  for (const name of readdirSync('media/panel')) {
    const css = readFileSync(`media/panel/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    assert.doesNotMatch(css, /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsl|url\(/i, name);
    if (name !== 'panel.css') assert.doesNotMatch(css, /@import/, name);
  }
});
