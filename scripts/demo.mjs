// npm run demo
// Builds the demo page in out/demo: files alone, which any web server can serve below any path. The engine and the panel in a plain page.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { bundled } from './bundled.mjs';
import { noticesOf, packagesOf } from './notices.mjs';
import { build, root } from './prerequisites.mjs';
import { isMain } from './processes.mjs';

/** The files of dist/ that the engine may read in a browser. */
const ENGINE = [
  'webEngine',
  'engine',
  'quoted',
  'cells',
  'robust',
  'huber',
  'features',
  'components',
  'cluster',
  'uses',
  'looks',
  'plainCore',
].concat(['formats', 'parquet', 'encodings', 'brotli']);
/** And the scripts of the panel's page, in their order. */
const PANEL = ['figures', 'moreFigures', 'webview'];
const SAMPLES = ['fan-noise', 'flats', 'leaves'];

/**
 * The part of an editor that the extension calls here: addresses, which the frame knows itself, and texts, which this
 * page says in English.
 */
const EDITOR = `{
  Uri: { joinPath: () => '' },
  l10n: { t: (text, ...given) => text.replace(/\\{(\\d+)\\}/g, (_, at) => String(given[at])) },
}`;

/**
 * A page has no node and no editor: the modules of both that it imports without calling them are stand-ins.
 * @type {import('esbuild').Plugin}
 */
const absent = {
  name: 'neither node nor an editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:.*|vscode)$/ }, ({ path }) => ({ path, namespace: 'absent' }));
    onResolve({ filter: /^\.\/node$/ }, ({ importer }) =>
      importer.endsWith('platform.ts') ? { path: 'onNode', namespace: 'absent' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'absent' }, ({ path }) => ({
      contents: `module.exports = ${path === 'vscode' ? EDITOR : '{}'};`,
    }));
  },
};

/** The text of a script of src/web, and the files that it is made of. */
export async function scriptOf(/** @type {string} */ name) {
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    entryPoints: [`src/web/${name}.ts`],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    legalComments: 'none',
    logLevel: 'warning',
    define: { KERNELSCOPE_VERSION: JSON.stringify(JSON.parse(read('package.json')).version) },
    plugins: [absent],
  });
  return { text: outputFiles[0].text, inputs: Object.keys(metafile.inputs) };
}

const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

/** The editor's colours, as the browser says whether they are to be dark or forced. */
function themeStyle() {
  const themes = JSON.parse(read('test/webview/themes.json'));
  const rule = (/** @type {string} */ name) =>
    `:root { ${Object.entries(themes[name].variables)
      .map(([variable, value]) => `--vscode-${variable}: ${value};`)
      .join(' ')} }`;
  return [
    rule('light'),
    `@media (prefers-color-scheme: dark) { ${rule('dark')} }`,
    `@media (forced-colors: active) { ${rule('hc-light')} }`,
    `@media (forced-colors: active) and (prefers-color-scheme: dark) { ${rule('hc-dark')} }`,
    // A border that is transparent elsewhere would be drawn under every tab.
    '@media (forced-colors: active) { .tabs [role="tab"][aria-selected="false"] { border-color: Canvas; } }',
  ].join('\n');
}

/** Writes the page from what is built in dist/; returns its script's bytes and those of all files. */
export async function writeDemo(/** @type {string} */ folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'samples'), { recursive: true });
  const write = (/** @type {string} */ name, /** @type {string} */ text) => writeFileSync(join(folder, name), text);
  const [demo, frame] = [await scriptOf('demo'), await scriptOf('panelFrame')];
  const { pageHtml } = await bundled("export { pageHtml } from './src/webview/page';");
  const parts = { cspSource: "'self'", nonce: crypto.randomUUID(), scriptUris: ['panel.js'], styleUri: 'panel.css' };
  const theme = themeStyle();
  write('demo.js', demo.text);
  write('panel.js', [frame.text, ...PANEL.map((name) => read(`dist/${name}.js`))].join('\n'));
  write('panel.css', `${theme}\n${read('dist/panel.css')}`);
  write('panel.html', pageHtml({ ...parts, title: 'Kernelscope' }));
  write('theme.css', theme);
  for (const name of ['index.html', 'demo.css']) write(name, read(`media/demo/${name}`));
  for (const name of ENGINE) write(`${name}.js`, read(`dist/${name}.js`));
  for (const name of SAMPLES) cpSync(join(root, `samples/${name}.csv`), join(folder, `samples/${name}.csv`));
  const inputs = [...ENGINE, ...PANEL, 'panel'].flatMap((name) =>
    Object.keys(JSON.parse(read(`dist/meta/${name}.json`)).inputs),
  );
  write('THIRD-PARTY-NOTICES.txt', noticesOf(root, packagesOf([...inputs, ...demo.inputs])));
  write('LICENSE', read('LICENSE'));
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { script: demo.text.length, all: sizes.reduce((a, b) => a + b, 0) };
}

if (isMain(import.meta.url)) {
  build();
  const { all } = await writeDemo(join(root, 'out/demo'));
  console.log(`out/demo: ${(all / 1e6).toFixed(1)} MB, of files alone. To look at it:`);
  console.log('  python3 -m http.server --bind 127.0.0.1 --directory out/demo 8000    and open http://127.0.0.1:8000');
}
