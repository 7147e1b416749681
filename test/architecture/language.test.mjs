// Every text of the extension itself goes through l10n.t, and German has all of them: with the same placeholders and
// links, and nothing more.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import * as ast from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { bundled } from '../../scripts/bundled.mjs';
import { root } from './metafiles.mjs';

const json = (/** @type {string} */ path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const manifest = json('package.json');
const bundle = json('l10n/bundle.l10n.de.json');

const api = new API({ cwd: root });
after(() => api.close());
const [{ program }] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
const sources = program
  .getSourceFileNames()
  .map((file) => ({ file: relative(root, file).replaceAll('\\', '/'), source: program.getSourceFile(file) }))
  .filter(({ file }) => /^src\/(extension|web)\//.test(file));

/** Every node of a file, with those around it, the innermost first. */
function* nodes(/** @type {any} */ node, /** @type {any[]} */ around = []) {
  yield { node, around };
  const children = [];
  node.forEachChild((child) => void children.push(child));
  for (const child of children) yield* nodes(child, [node, ...around]);
}

const isTranslated = (/** @type {any} */ node) => ast.isCallExpression(node) && node.expression.getText() === 'l10n.t';
const isPlain = (/** @type {any} */ node) => ast.isStringLiteral(node) || ast.isNoSubstitutionTemplateLiteral(node);

const calls = sources.flatMap(({ file, source }) =>
  [...nodes(source)].filter(({ node }) => isTranslated(node)).map(({ node }) => ({ file, text: node.arguments[0] })),
);
const texts = new Set(calls.filter(({ text }) => isPlain(text)).map(({ text }) => text.text));

/** Texts of the engine and of the choices of a fit: those that forms and picks show. */
const tables = await bundled(`
  export { DESIGN_NAMES, DESIGN_SCHEMA } from './src/choices/design';
  export { KINDS, READING } from './src/choices/reading';
  export { METHOD_FAMILIES as families } from './src/engine/words/methodWords';
  export { methods } from './src/engine/methods/registry';`);
const { acceptExpansion: _, kinds: __, ...reading } = tables.READING;
const ofMethods = tables.methods
  .flatMap(({ parameters }) => parameters)
  .filter(({ name }) => !tables.DESIGN_NAMES.has(name));
const parameters = [...tables.DESIGN_SCHEMA, ...ofMethods];
const ofTables = [
  ...manifest.kernelscope.methods.flatMap(({ name, purpose }) => [name, purpose]),
  ...Object.values(tables.families),
  ...tables.KINDS,
  ...parameters.flatMap(({ title, description, rule }) => [
    title,
    description,
    ...(rule && !rule.startsWith('see ') ? [rule] : []),
  ]),
  ...parameters.flatMap(({ suggestionWords = {} }) => Object.values(suggestionWords).flat()),
  ...Object.values(reading).flatMap(({ title, description }) => [title, description]),
  // Encodings have names.
  ...Object.values({ ...reading, encoding: {} }).flatMap(({ values = [] }) => values.map(({ label }) => label)),
];
/** Expressions whose text comes from such a table. */
const FROM_TABLES =
  /^(title|name|label|words|kind|purpose|description|rule|said\[\d\]|names\.\w+|column\.kind|(\w+\.)*method\.title|schema\.\w+|METHOD_FAMILIES\[family\]|READING\.missing\.\w+|labelOf\(READING\.\w+, [\w.]+\))$/;

/**
 * The parts that a translation leaves unchanged: placeholders, link addresses, code, and numbers except for their
 * separators.
 */
const kept = (/** @type {string} */ text) =>
  (text.match(/\{\d+\}|\]\([^)]*\)|`[^`]*`|\d[\d.,]*/g) ?? [])
    .map((part) => (/^\d/.test(part) ? part.replace(/[.,]/g, '') : part))
    .toSorted();

test('a text is translated by its own words, or comes from a table of the engine', () => {
  assert.ok(texts.size > 150 && ofTables.length > 45);
  const others = calls
    .filter(({ text }) => !isPlain(text) && !FROM_TABLES.test(text.getText()))
    .map(({ file, text }) => `${file}: ${text.getText()}`);
  assert.deepEqual(others, []);
});

test('the German of the extension has every text that it says, and no other', () => {
  assert.deepEqual(Object.keys(bundle).toSorted(), [...new Set([...texts, ...ofTables])].toSorted());
});

test('the German of package.json has every key, and no other', () => {
  assert.deepEqual(
    Object.keys(json('package.nls.de.json')).toSorted(),
    Object.keys(json('package.nls.json')).toSorted(),
  );
});

test('translations keep placeholders, links and code, and end as the English does', () => {
  const named = json('package.nls.json');
  const german = Object.entries(json('package.nls.de.json')).map(([key, text]) => [named[key], text]);
  for (const [english, text] of [...german, ...Object.entries(bundle)]) {
    assert.deepEqual(kept(text), kept(english), english);
    for (const end of [/…$/, /[.?]$/, /^ | $/, /\n\n/])
      assert.equal(end.test(text), end.test(english), `${english}: ${end}`);
    assert.notEqual(text, '', english);
  }
});

/** Their texts are those of the manifest, or of the demo page, which is English alone. */
const OTHERS = /^src\/(extension\/(manifest\/|ids\.)|web\/(demo|panelFrame))/;
/** Names, which every language has alike. */
const NAMES = new Set(['JSON', 'Markdown', 'ONNX', 'PATH', 'Python', 'RMSE']);
const isSaid = (/** @type {string} */ text) => !NAMES.has(text) && /\p{L}{2,} \p{L}{2,}|^\p{Lu}\p{Ll}*…?$/u.test(text);

/**
 * Variables left untranslated: what arguments must be, for failures; names of a form's parts and of tables; a time in
 * the log.
 */
const ASIDE = new Set(['AN_ADDRESS', 'placeOf', 'without', 'after']);

/**
 * Places whose text the extension shows to nobody, or that is English by intention: log, failures, names for the log,
 * types, comparisons.
 */
const isAside = (/** @type {any} */ node, /** @type {any} */ inside) =>
  isTranslated(node) ||
  ast.isImportDeclaration(node) ||
  ast.isExportDeclaration(node) ||
  ast.isTypeNode(node) ||
  (ast.isBinaryExpression(node) && /[=!]==/.test(node.operatorToken.getText())) ||
  (ast.isNewExpression(node) && /Error$/.test(node.expression.getText())) ||
  (ast.isCallExpression(node) &&
    /(\blog\.\w+|^invalid(Argument)?|^at|\breported|\bexecuteCommand)$/.test(node.expression.getText())) ||
  (ast.isPropertyAssignment(node) && ['doing', 'naming'].includes(node.name.getText())) ||
  (ast.isVariableDeclaration(node) &&
    node !== inside &&
    (ASIDE.has(node.name.getText()) || /^MemberChecks\b/.test(node.type?.getText() ?? '')));

const textOf = (/** @type {any} */ node) =>
  ast.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('0')
    : isPlain(node)
      ? node.text
      : undefined;

test('nothing that the extension says passes l10n.t by', () => {
  const said = sources
    .filter(({ file }) => !OTHERS.test(file))
    .flatMap(({ file, source }) =>
      [...nodes(source)]
        .filter(({ node, around }) => isSaid(textOf(node) ?? '') && !around.some((outer) => isAside(outer, node)))
        .map(({ node }) => `${file}: ${node.getText()}`),
    );
  assert.deepEqual(said, []);
});
