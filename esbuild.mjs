// Builds dist/: the extension, the engine with what it loads only when that is asked for, the page of the results panel, the command
// line, koffi, and the notices of what they contain.
//   node esbuild.mjs [--dev] [--to=FOLDER] [BUNDLE …]      without bundles all of them; into dist unless told otherwise
//   node esbuild.mjs --watch [BUNDLE …]                    as --dev, and again after every change of a source
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { coreWasmPlugin } from './scripts/coreWasm.mjs';
import { encodingTablesPlugin } from './scripts/encodingTables.mjs';
import { copyKoffi } from './scripts/koffi.mjs';
import { dividedBundles } from './scripts/laterBundles.mjs';
import { noticesOf, packagesOf } from './scripts/notices.mjs';
import { reportPageBeside } from './scripts/reportPage.mjs';
import { textsPlugin } from './scripts/texts.mjs';
import { watchBundles } from './scripts/watch.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const watching = process.argv.includes('--watch');
const dev = watching || process.argv.includes('--dev');
const to = process.argv.find((word) => word.startsWith('--to='))?.slice('--to='.length);
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: !dev,
  sourcemap: dev,
  legalComments: 'none',
  logLevel: 'warning',
  // It would be of a function that is none.
  logOverride: { 'import-is-undefined': 'error' },
  // papaparse can read addresses too; here nothing does.
  define: { KERNELSCOPE_VERSION: JSON.stringify(version), XMLHttpRequest: 'undefined' },
  plugins: [coreWasmPlugin, textsPlugin],
};
/** @type {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };

/**
 * The bundles that one process loads, and the modules that each of them keeps for the others: those are loaded once, and only when
 * they are asked for. What several of them import beside these, each holds for itself.
 */
const KEEPS = {
  engine: [
    'src/engine/compare/targets/targetCandidates.ts',
    'src/engine/contract/failure.ts',
    'src/engine/data/fileCallouts.ts',
    'src/engine/data/firstNames.ts',
    'src/engine/data/inspect.ts',
    'src/engine/data/readTable.ts',
    'src/engine/data/writeTable.ts',
    'src/engine/engine.ts',
    'src/engine/machine/atomicWrite.ts',
    'src/engine/machine/backEnd.ts',
    'src/engine/machine/unfinished.ts',
    'src/engine/methods/registry.ts',
    'src/engine/model/readModel.ts',
  ],
  cluster: ['src/engine/clusterSteps.ts'],
  native: ['src/engine/machine/libraryMemory.ts', 'src/engine/machine/nativeBackEnd.ts'],
  formats: [
    'src/engine/data/json/jsonTable.ts',
    'src/engine/data/parts/partsStamp.ts',
    'src/engine/data/parts/partsTable.ts',
    'src/engine/data/zstd.ts',
    'src/engine/machine/listFiles.ts',
  ],
  parquet: ['src/engine/data/parquet/parquetTable.ts'],
  encodings: ['src/engine/data/legacyEncoding.ts'],
  reproduce: ['src/reproduce/run.ts'],
  export: ['src/export/exportModel.ts'],
  report: [
    'src/doors/brief/resultOf.ts',
    'src/doors/brief/runBrief.ts',
    'src/doors/operations.ts',
    'src/figures/report/commandLine.ts',
    'src/figures/report/write.ts',
    'src/figures/runContents.ts',
    'src/figures/svg/svg.ts',
  ],
  forms: [
    'src/extension/fit/methodField.ts',
    'src/extension/fit/settingsForm.ts',
    'src/extension/forms/field.ts',
    'src/extension/forms/readFields.ts',
    'src/extension/inspect/choices.ts',
  ],
  runs: ['src/extension/runs/runFault.ts'],
  mcp: ['src/mcp/serve.ts'],
  cli: [],
};
/** Bundles that the engine reads when it first calls a function of them: for each the modules whose functions it calls. */
const LATER = {
  quoted: ['src/engine/data/decoded.ts', 'src/engine/data/quotedText.ts'],
  // Of classes, and of cells, names and targets that few files have.
  cells: [
    'src/engine/data/aboveMeasured.ts',
    'src/engine/data/aroundTable.ts',
    'src/engine/data/cellNotes.ts',
    'src/engine/data/dateCells.ts',
    'src/engine/data/decoratedWords.ts',
    'src/engine/data/describing.ts',
    'src/engine/data/durations.ts',
    'src/engine/data/keptStandIns.ts',
    'src/engine/data/numberedNames.ts',
    'src/engine/data/oddNames.ts',
    'src/engine/data/openFailure.ts',
    'src/engine/data/rareDecoration.ts',
    'src/engine/data/rareNumbers.ts',
    'src/engine/data/readingWords.ts',
    'src/engine/data/repeatedRows.ts',
    'src/engine/data/roleColumns.ts',
    'src/engine/data/tooFewRows.ts',
    'src/engine/data/unfitSettings.ts',
    'src/engine/data/units.ts',
    'src/engine/data/unknownColumn.ts',
    'src/engine/fit/spectral/logarithmGain.ts',
    // Of few rows.
    'src/engine/fit/spectral/nestedError.ts',
    // Of filters in zones.
    'src/engine/spectrum/looZones.ts',
    'src/engine/statistics/calibrate.ts',
    // Of groups, and of rows in order.
    'src/engine/statistics/designEffect.ts',
    'src/engine/statistics/ranking.ts',
    'src/engine/words/rareCallouts.ts',
  ],
  robust: [
    'src/engine/fit/robust/fitRobust.ts',
    'src/engine/solvers/coordinateFlow.ts',
    'src/engine/solvers/coordinateSteps.ts',
    'src/engine/solvers/dualPaths.ts',
    'src/engine/solvers/signFlow.ts',
  ],
  // Races try it, whatever the method.
  huber: [
    'src/engine/compare/race/huberCandidate.ts',
    'src/engine/search/huberTrial.ts',
    'src/engine/solvers/mEstimator.ts',
  ],
  // Races of large files try features, whatever the method.
  features: [
    'src/engine/fit/features/enoughLandmarks.ts',
    'src/engine/compare/race/approximations.ts',
    'src/engine/features/drawFeatures.ts',
    'src/engine/features/landmarks/chosenRows.ts',
    'src/engine/features/landmarks/kMeansPlusPlus.ts',
    'src/engine/features/landmarks/landmarkMap.ts',
    'src/engine/features/landmarks/leverageLandmarks.ts',
    'src/engine/features/leverageFeatures.ts',
    'src/engine/features/maps/productFeatures.ts',
    'src/engine/features/maps/sketchFeatures.ts',
    'src/engine/features/reluNetwork.ts',
    'src/engine/features/terms.ts',
    'src/engine/fit/features/featureSums.ts',
    'src/engine/fit/features/fitFeatures.ts',
    'src/engine/fit/spectral/softConditioning.ts',
    'src/engine/kernels/jacobianScale.ts',
    'src/engine/linalg/core/periodicSeries.ts',
    'src/engine/linalg/core/tanhTables.ts',
    'src/engine/search/approximation.ts',
  ],
  components: [
    'src/engine/data/chooseRowColumns.ts',
    'src/engine/data/rowsDesign.ts',
    'src/engine/fit/components/fitComponents.ts',
    'src/engine/linalg/topEigen.ts',
    'src/engine/model/projectComponents.ts',
  ],
  cluster: ['src/engine/clusterSteps.ts', 'src/engine/visitedRows.ts'],
  // What is asked of a model that has been fitted, and of a file besides a fit.
  uses: [
    'src/engine/data/leaveOut.ts',
    // Of rows with weights.
    'src/engine/data/rowWeights.ts',
    'src/engine/explain/changedRow.ts',
    'src/engine/explain/judgedRows.ts',
    'src/engine/explain/rowCard.ts',
    'src/engine/fit/spectral/conditioningCost.ts',
    'src/engine/fit/spectral/foldGain.ts',
    // Of many columns.
    'src/engine/model/columnMoves.ts',
    'src/engine/model/predictRows.ts',
    'src/engine/model/predictSome.ts',
    'src/engine/model/predictions.ts',
    'src/engine/model/save.ts',
  ],
  looks: [
    'src/engine/compare/leakOfFile.ts',
    'src/engine/compare/propose.ts',
    'src/engine/compare/targets/targetCandidates.ts',
    'src/engine/data/heldOutFile.ts',
    'src/engine/data/writeTable.ts',
    'src/engine/data/profile/columnDetail.ts',
    'src/engine/data/profile/profile.ts',
    'src/engine/data/where/rowFilter.ts',
    'src/engine/explain/describeRows.ts',
  ],
  plainCore: ['src/engine/linalg/core/plainCore.ts'],
};
const keeperOf = new Map(
  Object.entries(KEEPS).flatMap(([name, files]) =>
    files.map((file) => /** @type {const} */ ([join(root, file), name])),
  ),
);

/**
 * An import of what one of these bundles keeps becomes a `require` of that.
 * @returns {import('esbuild').Plugin}
 */
const requiring = (/** @type {string[]} */ keepers) => ({
  name: 'other bundles',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const keeper = keeperOf.get(`${join(resolveDir, path)}.ts`);
      return keeper && keepers.includes(keeper) ? { path: `./${keeper}.js`, external: true } : undefined;
    });
  },
});

/** As source imports them, without the ending: a module of a bundle that is read later stays there. */
const exporting = (/** @type {string[]} */ files) =>
  files.map((file) => `export * from './${file.replace(/\.ts$/, '')}';`).join('\n');

/** @type {import('esbuild').BuildOptions} */
const browser = { ...common, platform: 'browser', target: 'es2022', format: 'iife' };

/** What runs when a bundle is loaded. */
const STARTS = {
  engine: 'src/roles/engine.ts',
  cli: 'src/cli/main.ts',
  webview: 'src/webview/main.ts',
  comparison: 'src/webview/comparison.ts',
  inspection: 'src/webview/inspection.ts',
  reportPage: 'src/webview/report/reportPage.ts',
};
/** The names under which a page finds what the scripts before its own hold: these are most of what the other pages are made of. */
const GLOBALS = { figures: 'kernelscopeFigures', moreFigures: 'kernelscopeMoreFigures', webview: 'kernelscopePage' };
/** @type {import('esbuild').Plugin} */
const fromGlobals = {
  name: 'scripts before that of the page',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/\w+\.js$/, namespace: 'held' }, ({ path }) => ({ path, namespace: 'page' }));
    onResolve({ filter: /./, namespace: 'page' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'page' }, ({ path }) => ({
      // Figures are for node too, which knows no such names.
      contents: `module.exports = globalThis.${GLOBALS[path.slice('./'.length, -'.js'.length)]} ?? require('${path}');`,
    }));
  },
};

/** A member of the families below, which takes from the others what they keep, and exports these besides what it keeps. */
function together(
  /** @type {string} */ name,
  /** @type {import('esbuild').Plugin[]} */ plugins,
  /** @type {string[]} */ exports,
) {
  const start = name in STARTS ? [`import './${STARTS[name]}';`] : [];
  const stdin = { contents: [...start, exporting(KEEPS[name] ?? []), ...exports].join('\n'), resolveDir: root };
  const shared = { stdin, plugins: [coreWasmPlugin, textsPlugin, fromGlobals, ...plugins] };
  // Pages and node read the same file.
  if (name === 'figures' || name === 'moreFigures')
    return {
      ...browser,
      ...shared,
      globalName: GLOBALS[name],
      footer: { js: `if(typeof module<'u')module.exports=${GLOBALS[name]};` },
    };
  if (STARTS[name]?.startsWith('src/webview/')) return { ...browser, ...shared, globalName: GLOBALS[name] };
  // The extension loads it, which has no engine.
  if (name === 'report')
    return { ...node, stdin, plugins: [coreWasmPlugin, ...plugins], external: ['kernelscope-report/page'] };
  const others = requiring(Object.keys(KEEPS).filter((other) => other !== name));
  // The engine calls what others require at once.
  const inOrder = name === 'engine' || name in LATER ? [...plugins, others] : [others, ...plugins];
  return {
    ...node,
    stdin,
    supported: { 'dynamic-import': false },
    plugins: [coreWasmPlugin, textsPlugin, ...inOrder],
  };
}

const ofEngine = [...Object.keys(LATER), 'native', 'formats', 'parquet', 'encodings', 'export', 'reproduce', 'mcp'];
const families = await dividedBundles(root, {
  takes: {
    engine: [],
    ...Object.fromEntries(ofEngine.map((name) => [name, ['engine']])),
    figures: [],
    moreFigures: ['figures'],
    reportPage: ['figures'],
    report: ['figures', 'moreFigures'],
    cli: ['figures', 'moreFigures', 'engine'],
    webview: ['figures', 'moreFigures'],
    comparison: ['figures', 'moreFigures', 'webview'],
    inspection: ['figures', 'moreFigures', 'webview'],
  },
  shared: { figures: ['webview', 'reportPage'], moreFigures: ['webview', 'report'] },
  later: LATER,
  caller: 'engine',
  // A shell waits for each answer.
  apart: { cli: ['src/cli/main.ts', 'src/cli/completion/answer.ts'] },
  options: together,
});

/** @returns {import('esbuild').BuildOptions} */
const withPlugin = (
  /** @type {import('esbuild').BuildOptions} */ { plugins = [], ...options },
  /** @type {import('esbuild').Plugin} */ plugin,
) => ({ ...options, external: [], plugins: [plugin, ...plugins] });

/** @type {Record<string, import('esbuild').BuildOptions>} */
const bundles = {
  extension: {
    ...node,
    entryPoints: ['src/extension/extension.ts'],
    external: ['vscode'],
    supported: { 'dynamic-import': false },
    plugins: [coreWasmPlugin, textsPlugin, requiring(['report', 'forms', 'runs'])],
  },
  ...families,
  encodings: withPlugin(families.encodings, encodingTablesPlugin),
  report: withPlugin(families.report, reportPageBeside(['figures', 'reportPage'])),
  cli: { ...families.cli, banner: { js: '#!/usr/bin/env node' } },
  // These two are whole in themselves: the extension loads them, which has no engine.
  forms: { ...node, external: ['vscode'], stdin: { contents: exporting(KEEPS.forms), resolveDir: root } },
  runs: { ...node, stdin: { contents: exporting(KEEPS.runs), resolveDir: root } },
  start: { ...browser, loader: { '.svg': 'text' }, entryPoints: ['src/webview/start/main.ts'] },
  web: {
    ...browser,
    format: 'cjs',
    entryPoints: ['src/web/extension.ts'],
    external: ['vscode'],
  },
  webEngine: { ...browser, entryPoints: ['src/web/engineThread.ts'] },
  brotli: { ...browser, entryPoints: ['src/web/brotli.ts'] },
  panel: { ...common, entryPoints: ['media/panel/panel.css'] },
};

/** What esbuild says of a bundle, for the tests of the architecture. */
function account(/** @type {string} */ name, /** @type {import('esbuild').Metafile} */ metafile) {
  writeFileSync(
    join(next, `meta/${name}.json`),
    JSON.stringify(metafile).replaceAll(`${relative(root, next).replaceAll('\\', '/')}/`, 'dist/'),
  );
}

// Built aside: a build that fails leaves what was there.
const next = to === undefined ? join(root, 'out/dist') : resolve(to);
rmSync(next, { recursive: true, force: true });
mkdirSync(join(next, 'meta'), { recursive: true });
const packages = new Set();
/** @type {[name: string, file: string, options: import('esbuild').BuildOptions][]} */
const chosen = Object.entries(bundles)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .map(([name, options]) => [name, name === 'panel' ? 'panel.css' : `${name}.js`, options]);
for (const [name, file, options] of chosen) {
  const { metafile } = await build({ ...options, metafile: true, outfile: join(next, file) });
  account(name, metafile);
  for (const folder of packagesOf(Object.keys(metafile.inputs))) packages.add(folder);
}
if (copyKoffi(join(root, 'node_modules'), join(next, 'koffi')).length > 0) packages.add('node_modules/koffi');
writeFileSync(join(next, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, packages));
if (to === undefined) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  renameSync(next, join(root, 'dist'));
}
if (watching) await watchBundles(chosen, to === undefined ? join(root, 'dist') : next);
