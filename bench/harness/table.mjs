// docs/benchmarks.md, or another page: a section for each benchmark, a table in each. Prose in a page is written by people and stays.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { figure } from './sideBySide.mjs';

const pageOf = (name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

const COLUMNS = {
  case: (row) => row.name,
  threads: (row) => `${row.threads}`,
  ours: (row) => `${figure(row.ours)} ${row.unit}`,
  // Some rows have no peer.
  peer: (row) => (row.peer === undefined ? '' : `${figure(row.peer)} ${row.unit}`),
  'peer is': (row) => row.peerName ?? '',
  ratio: (row) => (row.ratio === undefined ? '' : figure(row.ratio)),
  runs: (row) => `${row.runs}`,
  'spread, ours / peer': (row) => row.spread,
  'peak memory, ours / peer': (row) =>
    row.peakMegabytes === undefined ? '' : `${row.peakMegabytes} / ${row.peerPeakMegabytes} MB`,
  'budget ±15 %': (row) => row.budget ?? '',
  note: (row) => row.note ?? '',
  measure: (row) => row.measure,
  'rows, train / judge': (row) => row.rows,
  default: (row) => `${score(row.ours)}${row.timed ? ` (${figure(row.seconds)} s)` : ''}`,
  chosen: (row) => row.chosen,
  'ours by': (row) => row.algebra,
  'best peer': (row) => `${score(row.best)} (${row.bestName}${row.timed ? `, ${figure(row.bestSeconds)} s` : ''})`,
  splits: (row) => `${row.splits}`,
  // With the standard error of the mean over splits.
  ahead: (row) => `${signed(row.ours - row.best)}${row.scatter === undefined ? '' : ` ± ${score(row.scatter)}`}`,
  'other peers': (row) => row.peers.map((other) => `${other.name} ${score(other.score)}`).join(', '),
  'other methods': (row) =>
    row.methods.map((other) => `${other.name} ${Number.isNaN(other.score) ? '–' : score(other.score)}`).join(', '),
  fit: (row) => row.fit,
  'rows × columns': (row) => `${row.size[0]} × ${row.size[1]}`,
  sizes: (row) => row.sizes.map((size) => size.toLocaleString('en')).join(', '),
  seconds: (row) => row.seconds.map(figure).join(', '),
  'time grows with the power': (row) => `${row.exponents.time}; theory ${row.theory.time}`,
  'memory, MB': (row) => row.megabytes.join(', '),
  'memory grows with the power': (row) =>
    row.exponents.memory === undefined ? '' : `${row.exponents.memory}; theory ${row.theory.memory}`,
  'each taken / estimated': (row) => row.estimates.map(figure).join(', '),
  promised: (row) => `${figure(row.range[0])} to ${figure(row.range[1])} s`,
  taken: (row) => `${figure(row.taken)} s`,
  'taken / estimated': (row) => figure(row.taken / row.estimated),
  start: (row) => row.start,
  'first figures': (row) => clocks(row.first),
  'whole answer': (row) => clocks(row.whole),
  rows: (row) => row.count.toLocaleString('en'),
  'peak memory': (row) => `${row.megabytes} MB`,
  files: (row) => `${row.files}`,
  'seconds by stage': (row) =>
    Object.entries(row.stages)
      .sort(([, a], [, b]) => b - a)
      .map(([stage, seconds]) => `${stage} ${seconds.toFixed(2)}`)
      .join('; '),
  'in all': (row) => `${figure(Object.values(row.stages).reduce((sum, seconds) => sum + seconds, 0))} s`,
  'score of 10': (row) => row.score.toFixed(3),
  'F1 of header, records, cells': (row) => row.f1.map((f1) => f1.toFixed(3)).join(', '),
  'share of the weight': (row) => (row.share === undefined ? '' : `${(100 * row.share).toPrecision(2)} %`),
  model: (row) => row.model,
  Python: (row) => exported(row.python),
  JavaScript: (row) => exported(row.javascript),
  'ONNX, 64 bits': (row) => exported(row.onnx64),
  ONNX: (row) => exported(row.onnx),
  '`.ksmodel`': (row) => kilobytes(row.kernelscope),
  'Python, size': (row) => kilobytes(row.python),
  'JavaScript, size': (row) => kilobytes(row.javascript),
  JSON: (row) => kilobytes(row.json),
  'ONNX, size': (row) => kilobytes(row.onnx),
  '`kernelscope predict`': (row) => exported(row.kernelscope),
  'scikit-learn': (row) => (row.peer === undefined ? '' : `${exported(row.peer)}: ${row.peerName}`),
  draws: (row) => `${row.draws}`,
  // For each kind of contamination the median and the worst draw.
  'R², median (worst)': (row) =>
    row.reached.map(({ kind, median, worst }) => `${kind}: ${score(median)} (${score(worst)})`).join(', '),
  M: (row) => row.features.toLocaleString('en'),
  parts: (row) => `${row.parts}`,
  'start of the engine': (row) => (row.start === undefined ? '' : `${figure(row.start)} s`),
  plan: (row) => (row.plan === undefined ? '' : `${figure(row.plan)} s`),
  visits: (row) => row.visits.map((seconds) => `${figure(seconds)} s`).join(', '),
  'beside bare processes': (row) => (row.beside === undefined ? '' : figure(row.beside)),
  rest: (row) => (row.rest === undefined ? '' : `${figure(row.rest)} s`),
  'rows per second and core': (row) => Math.round(row.rate).toLocaleString('en'),
  'memory of a map': (row) => (row.megabytes === undefined ? '' : `${row.megabytes} MB`),
  moved: (row) => (row.moved === undefined ? '' : `${figure(row.moved / 1e6)} MB`),
  '10⁸ rows, 2 cores': (row) => hours(1e8 / row.rate / 2),
  '10⁹ rows, 10 cores': (row) => hours(1e9 / row.rate / 10),
  '10¹⁰ rows, 100 cores': (row) => hours(1e10 / row.rate / 100),
  'sums of a part': (row) => `${figure((8 * row.features ** 2) / 1e6)} MB`,
  machine: (row) => `${cpus()[0].model.trim()}, ${cpus().length} cores, ${row.runtime}`,
};

const ANSWER = [
  'case',
  'measure',
  'rows, train / judge',
  'splits',
  'default',
  'chosen',
  'best peer',
  'ahead',
  'other peers',
  'other methods',
  'machine',
];

/**
 * The columns each benchmark fills, those that identify its rows, and the place of its table if not below its name in
 * benchmarks.md.
 */
const TABLES = {
  answer: { columns: ANSWER, key: ['case'] },
  sizes: {
    heading: '## The default answer by size',
    columns: ['case', 'ours by', 'rows, train / judge', 'default', 'chosen', 'best peer', 'ahead', 'ratio', 'machine'],
    key: ['case', 'ours by'],
  },
  breakdown: { columns: ['fit', 'rows', 'draws', 'R², median (worst)', 'machine'], key: ['fit'] },
  cluster: {
    columns: [
      'case',
      'rows',
      'M',
      'parts',
      'plan',
      'start of the engine',
      'visits',
      'beside bare processes',
      'rest',
      'rows per second and core',
      'memory of a map',
      'moved',
      'machine',
    ],
    key: ['case', 'rows', 'M', 'parts'],
  },
  'cluster, growth': {
    page: 'cluster.md',
    heading: '### On paper',
    columns: [
      'M',
      'rows per second and core',
      '10⁸ rows, 2 cores',
      '10⁹ rows, 10 cores',
      '10¹⁰ rows, 100 cores',
      'sums of a part',
    ],
    key: ['M'],
  },
  csv: {
    columns: [
      'case',
      'ours',
      'peer',
      'peer is',
      'ratio',
      'runs',
      'spread, ours / peer',
      'peak memory, ours / peer',
      'machine',
    ],
    key: ['case'],
  },
  growth: {
    columns: [
      'case',
      'sizes',
      'seconds',
      'time grows with the power',
      'memory, MB',
      'memory grows with the power',
      'each taken / estimated',
      'machine',
    ],
    key: ['case'],
  },
  exports: {
    page: 'export.md',
    heading: '### By model',
    columns: ['model', 'Python', 'JavaScript', 'ONNX, 64 bits', 'ONNX'],
    key: ['model'],
  },
  'exports, sizes': {
    page: 'export.md',
    heading: '### Size',
    columns: ['model', '`.ksmodel`', 'Python, size', 'JavaScript, size', 'JSON', 'ONNX, size'],
    key: ['model'],
  },
  'exports, seconds': {
    page: 'export.md',
    heading: '### Size and time',
    columns: ['model', 'Python', 'JavaScript', 'ONNX', '`kernelscope predict`', 'scikit-learn'],
    key: ['model'],
  },
  linalg: {
    columns: [
      'case',
      'threads',
      'ours',
      'peer',
      'peer is',
      'ratio',
      'budget ±15 %',
      'runs',
      'spread, ours / peer',
      'note',
      'machine',
    ],
    key: ['case', 'threads', 'peer is'],
  },
  pollock: {
    columns: ['case', 'files', 'score of 10', 'F1 of header, records, cells', 'share of the weight'],
    key: ['case'],
  },
  predict: { columns: ['case', 'rows', 'peak memory', 'machine'], key: ['case', 'rows'] },
  promises: {
    columns: ['fit', 'rows × columns', 'promised', 'taken', 'taken / estimated', 'machine'],
    key: ['fit'],
  },
  regimes: { columns: ANSWER, key: ['case'] },
  stages: { columns: ['case', 'in all', 'seconds by stage', 'machine'], key: ['case'] },
  robust: {
    columns: ['case', 'threads', 'ours', 'peer', 'peer is', 'ratio', 'runs', 'spread, ours / peer', 'note', 'machine'],
    key: ['case', 'threads', 'peer is'],
  },
  scale: {
    columns: [
      'case',
      'ours',
      'peer',
      'peer is',
      'ratio',
      'runs',
      'spread, ours / peer',
      'peak memory, ours / peer',
      'note',
      'machine',
    ],
    key: ['case', 'peer is'],
  },
  seconds: {
    columns: ['fit', 'rows × columns', 'start', 'first figures', 'whole answer', 'runs', 'machine'],
    key: ['fit', 'start'],
  },
  spectral: {
    columns: ['case', 'ours', 'peer', 'peer is', 'ratio', 'runs', 'spread, ours / peer', 'note', 'machine'],
    key: ['case', 'peer is'],
  },
};

/** `row` of the benchmark as a line of its table. */
export function tableLine(benchmark, row) {
  return join(TABLES[benchmark].columns.map((column) => COLUMNS[column](row)));
}

/** The two lines above the rows. */
export function tableHead(benchmark) {
  const { columns } = TABLES[benchmark];
  return [join(columns), `|${'---|'.repeat(columns.length)}`];
}

/** Puts `rows` into the benchmark's section: a row of the same key is replaced in its place, the others are kept. */
export function store(benchmark, rows) {
  const { columns, key, page: name = 'benchmarks.md', heading = `## ${benchmark}` } = TABLES[benchmark];
  const page = pageOf(name);
  const places = key.map((column) => columns.indexOf(column) + 1);
  const keyOf = (line) => places.map((at) => line.split('|')[at].trim()).join('|');
  const lines = readFileSync(page, 'utf8').trimEnd().split('\n');
  if (!lines.includes(heading)) lines.push('', heading);
  const from = lines.indexOf(heading);
  const next = lines.findIndex((line, i) => i > from && /^##+ /.test(line));
  const section = lines.slice(from, next < 0 ? undefined : next);
  const head = tableHead(benchmark);
  const first = section.indexOf(head[0]);
  const length = first < 0 ? 0 : section.slice(first).findIndex((line) => !line.startsWith('|'));
  const table = first < 0 ? [] : section.splice(first, length < 0 ? section.length : length);
  const ofKey = new Map(
    [...table.slice(2), ...rows.map((row) => tableLine(benchmark, row))].map((line) => [keyOf(line), line]),
  );
  while (section.at(-1) === '') section.pop();
  const after = next < 0 ? [] : ['', ...lines.slice(next)];
  const written = [...lines.slice(0, from), ...section, '', ...head, ...ofKey.values(), ...after];
  writeFileSync(page, `${written.join('\n')}\n`);
}

function join(cells) {
  return `| ${cells.join(' | ')} |`;
}

/** A difference, or size and processor time: "12.0 ms, 0.42 MB". */
function exported(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return value === 0 ? '0' : value.toExponential(0).replace('-', '−');
  const { seconds, bytes } = value;
  const time = seconds < 0.1 ? `${figure(1000 * seconds)} ms` : `${figure(seconds)} s`;
  return bytes === undefined ? time : `${time}, ${figure(bytes / 1e6)} MB`;
}

/** For an export also how many times the model's own file that is, and whether its intervals are in it. */
function kilobytes({ bytes, times, intervals }) {
  const size = `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
  return times === undefined ? size : `${size}, ${times.toFixed(1)} ×${intervals ? ', intervals' : ''}`;
}

/** Seconds by the clock, and of the processors. */
function clocks({ wall, processor }) {
  return `${figure(wall)} s (${figure(processor)} s)`;
}

/** Seconds, in hours where there are many. */
const hours = (seconds) => (seconds < 7200 ? `${figure(seconds / 60)} min` : `${figure(seconds / 3600)} h`);

/** A fraction, to three digits after the point. */
function score(value) {
  return value.toFixed(3);
}

function signed(value) {
  return `${value < 0 ? '−' : '+'}${score(Math.abs(value))}`;
}
