// The rooms of the source, what each holds and which others it may import: the one place where these rules stand. The architecture
// test holds the code against it, and docs/architecture.md shows it as a table (node scripts/contributions.mjs).

/** All that the engine consists of. */
const ENGINE = [
  'engine/contract',
  'engine/words',
  'engine/statistics',
  'engine/machine',
  'engine/data',
  'engine/linalg',
  'engine/kernels',
  'engine/filters',
  'engine/features',
  'engine/spectrum',
  'engine/solvers',
  'engine/search',
  'engine/model',
  'engine/parameters',
  'engine/fit',
  'engine/methods',
  'engine/parts',
  'engine/explain',
  'engine/compare',
  'engine/cluster',
];

/**
 * A room is a folder of src/engine or of src; the files directly in src/engine are one room. Imports of types count.
 * @type {Record<string, { holds: string, imports: readonly string[] }>}
 */
export const ROOMS = {
  'engine/contract': {
    holds:
      'wire and stored types with the schemas that check and describe them, failures, the rpc channel, `FigureSpec`',
    imports: [],
  },
  platform: {
    holds: 'what differs between node and a browser: one interface, and what each of them has for it',
    imports: ['engine/contract'],
  },
  'engine/words': {
    holds: 'numbers, quantities, lists and sentences as a person reads them; pure',
    imports: ['engine/contract'],
  },
  'engine/statistics': {
    holds:
      'small statistics: medians, robust scales, suspects, confusion matrices, interpolation, seeded draws, bootstrap',
    imports: ['engine/contract'],
  },
  'engine/linalg': {
    holds:
      "the primitives behind one interface (docs/linear-algebra.md); `core/` the WebAssembly core with its `assembly/` in AssemblyScript, `native/` the machine's own library",
    imports: ['platform', 'engine/words', 'engine/contract'],
  },
  'engine/machine': {
    holds: 'the back end that computes, memory, files on disk, the version',
    imports: ['platform', 'engine/linalg', 'engine/words', 'engine/contract'],
  },
  'engine/data': {
    holds: 'files → typed columns → design, splits, folds',
    imports: ['platform', 'engine/machine', 'engine/statistics', 'engine/words', 'engine/contract'],
  },
  'engine/kernels': {
    holds:
      'kernels, one file per family in `families/` and `table.ts` of them all; sums and products as expressions, their matrices and low-rank factors',
    imports: ['engine/linalg', 'engine/words', 'engine/contract'],
  },
  'engine/filters': {
    holds: 'spectral filters, one file each, and the axes along which they move; pure',
    imports: ['engine/words', 'engine/contract'],
  },
  'engine/features': {
    holds:
      'terms, a small trained network, and the feature maps of docs/features.md, objects in `maps/` and `table.ts` of them all; `frequencies/` for Fourier features, `landmarks/` draws landmark rows and makes features of them',
    imports: ['engine/kernels', 'engine/linalg', 'engine/data', 'engine/words', 'engine/contract'],
  },
  'engine/spectrum': {
    holds: 'one decomposition and what follows from it: leave-one-out, folds, risk, alignment',
    imports: [
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/statistics',
      'engine/contract',
    ],
  },
  'engine/solvers': {
    holds: 'box-constrained duals, sign and coordinate descent, M-estimators, conjugate gradients',
    imports: [
      'engine/features',
      'engine/kernels',
      'engine/linalg',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/search': {
    holds: 'length scales, by leave-one-out, marginal likelihood or folds',
    imports: [
      'platform',
      'engine/solvers',
      'engine/features',
      'engine/spectrum',
      'engine/filters',
      'engine/kernels',
      'engine/machine',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/model': {
    holds: 'saved models and predictions',
    imports: [
      'platform',
      'engine/spectrum',
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/parameters': {
    holds: 'the schema of every parameter that several methods share, and its checks',
    imports: ['engine/features', 'engine/kernels', 'engine/linalg', 'engine/words', 'engine/contract'],
  },
  'engine/fit': {
    holds: 'how methods fit: what all share, and `spectral/`, `robust/`, `features/`, `components/`',
    imports: [
      'engine/parameters',
      'engine/model',
      'engine/search',
      'engine/solvers',
      'engine/spectrum',
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/methods': {
    holds: 'one file per method and the registry',
    imports: [
      'engine/fit',
      'engine/parameters',
      'engine/solvers',
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/parts': {
    holds:
      'fits of rows that are visited and not held: coding of rows, sums over parts and their tree, errors of rows left out, the plan before and the fit after',
    imports: [
      'engine/methods',
      'engine/fit',
      'engine/filters',
      'engine/spectrum',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/compare': {
    holds:
      'which method for which file: pilots and recommendations; `race/` which kernel, candidates side by side on the same folds',
    imports: [
      'engine/explain',
      'engine/methods',
      'engine/fit',
      'engine/parameters',
      'engine/model',
      'engine/search',
      'engine/spectrum',
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/cluster': {
    holds:
      'a fit of parts in steps with files between them: the plan, sums and solutions as files that are checked, and how parts are read',
    imports: [
      'engine/parts',
      'engine/compare',
      'engine/model',
      'engine/parameters',
      'engine/fit',
      'engine/machine',
      'engine/linalg',
      'engine/data',
      'engine/words',
      'engine/contract',
    ],
  },
  'engine/explain': {
    holds: 'what rows have in common, single rows and what changes them, which columns matter',
    imports: [
      'engine/model',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  engine: { holds: 'the requests (`engine.ts`) and their transport', imports: ENGINE },
  figures: {
    holds: 'result → `FigureSpec` → words, CSV, and what `layout/` places for canvas and SVG; pure',
    imports: [
      'choices',
      'engine/spectrum',
      'engine/filters',
      'engine/kernels',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  reproduce: {
    holds: "a folder per paper: its figures and tables computed again, beside the paper's numbers",
    imports: ['platform', ...ENGINE, 'figures'],
  },
  export: {
    holds:
      'a model as a program or data of other tools, a folder per format: `portable/` what all of them say, `kernels/` every formula once for all languages; `javascript/runtime/` is bundled with what it imports of the engine',
    imports: [
      'platform',
      'engine/model',
      'engine/spectrum',
      'engine/features',
      'engine/filters',
      'engine/kernels',
      'engine/linalg',
      'engine/data',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  roles: {
    holds:
      'what `dist/engine.js` is started as: the worker of the editor, the process for native libraries, a thread of a search',
    imports: ['platform', 'reproduce', 'export', 'engine', 'engine/search', 'engine/machine', 'engine/contract'],
  },
  doors: {
    holds:
      'what language models and other extensions ask for and get: `brief/` says a run, a comparison or a file in a few plain lines without its cells, `runs/` keeps runs as files, and `operations.ts` is the table of all that can be asked for',
    imports: [
      'platform',
      'figures',
      'choices',
      'engine/model',
      'engine/kernels',
      'engine/machine',
      'engine/words',
      'engine/contract',
    ],
  },
  choices: {
    holds:
      'every choice of a fit once: what a person, a command line, a program or a language model says of it, its checks, its JSON Schema, the request that it makes, and that as a command line again',
    imports: ['engine/words', 'engine/contract'],
  },
  client: {
    holds: 'calls of an engine in a thread or a process, which is ended where it does not stop',
    imports: ['platform', 'engine/machine', 'engine/contract'],
  },
  cluster: {
    holds: 'a fit whose parts a cluster visits: its script in distributed/ is run, and what it says is read',
    imports: ['engine/machine', 'engine/words', 'engine/contract'],
  },
  webview: {
    holds: 'the panel; chart.js only in `charts/`, the toolkit only in `controls.ts`',
    imports: ['figures', 'engine/filters', 'engine/kernels', 'engine/words', 'engine/contract'],
  },
  extension: {
    holds: 'the only place that knows `vscode`',
    imports: [
      'platform',
      'webview',
      'doors',
      'choices',
      'client',
      'cluster',
      'figures',
      'engine/model',
      'engine/filters',
      'engine/machine',
      'engine/statistics',
      'engine/words',
      'engine/contract',
    ],
  },
  web: {
    holds:
      'what a browser starts: the bundles of node read and run there, in the extension host and in the thread of the engine; the demo page',
    imports: [
      'platform',
      'extension',
      'webview',
      'doors',
      'choices',
      'client',
      'engine/machine',
      'engine/words',
      'engine/contract',
    ],
  },
  mcp: {
    holds:
      'the Model Context Protocol over standard input and output: its tools, and the folders that these are kept in',
    imports: [
      'doors',
      'client',
      'engine/methods',
      'engine/fit',
      'engine/model',
      'engine/machine',
      'engine/words',
      'engine/contract',
    ],
  },
  cli: {
    holds: 'a thin shell over the engine',
    imports: [...ENGINE, 'engine', 'reproduce', 'export', 'figures', 'choices', 'client', 'cluster', 'mcp'],
  },
};

/** The files that may import modules of node: the platform, and what runs on a machine alone, with its disk, its processes and its libraries. */
export const ON_A_MACHINE =
  /^src\/(platform\/node|engine\/(machine|cluster|linalg\/native)\/|engine\/clusterSteps\.|(client|cluster|roles|mcp|cli|reproduce)\/|doors\/runs\/|extension\/terminalCommand\.)/;

/** The part of the engine that runs in the page too: no node, no linear algebra, nothing that needs the rows. */
export const PURE =
  /^src\/engine\/((contract|words|statistics|filters|spectrum)\/|kernels\/((kernelWords|kernelTemplate|leafNames|table)\.|families\/))/;

/** The room of a source file. */
export function roomOf(file) {
  const [, top, inner, deeper] = file.split('/');
  return top === 'engine' && deeper !== undefined ? `engine/${inner}` : top;
}

/** As docs/architecture.md shows them. */
export function roomsTable() {
  const rows = Object.entries(ROOMS).map(([room, { holds, imports }]) => {
    const whole = ENGINE.every((name) => imports.includes(name));
    const named = whole ? ['all of the engine', ...imports.filter((name) => !ENGINE.includes(name))] : imports;
    const names = named.map((name) => name.replace('engine/', '')).join(', ') || 'nothing';
    return `| \`src/${room}\` | ${holds} | ${names} |`;
  });
  return ['| room | what | may import |', '|---|---|---|', ...rows].join('\n');
}
