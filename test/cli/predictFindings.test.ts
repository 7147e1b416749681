// Whatever is planted among rows to predict is reported, as often as it was planted, through every door; nothing is
// reported about rows that were fitted.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { PredictionsJson } from '../../src/cli/schemas/predict';
import { contextWith, quietContext } from '../../src/engine/contract/context';
import type { DesignOptions, FileSource, ReadOptions } from '../../src/engine/contract/data';
import type { Model } from '../../src/engine/contract/model';
import type { AnyRun } from '../../src/engine/contract/run';
import { openFile } from '../../src/engine/data/openFile';
import { Random } from '../../src/engine/data/random';
import { Engine } from '../../src/engine/engine';
import { packModel } from '../../src/engine/model/packModel';
import type { FindingKind } from '../../src/engine/model/predictionNotes';
import { predictedRows } from '../../src/extension/commands/predict';
import type { Services } from '../../src/extension/services';
import { machine } from '../engine/testCore';
import { reset, Uri } from '../extension/fakeVscode';
import { inPieces } from '../inPieces';
import { Wire } from '../mcp/wire';
import { testFolder } from '../testFolder';
import { runIn } from './commandLines';

const folder = realpathSync(testFolder());
const engine = new Engine(machine(4e9));
const wire = new Wire([folder]);
before(() => wire.open());
after(() => wire.close());

const NAMES = ['x', 'when', 'flag', 'colour', 'y'];
type Row = string[];
const pad = (n: number) => String(n).padStart(2, '0');
const ROWS = 80;

/** A row within what any number of others have, whose dates tell that their day comes first, or that could be read both ways. */
function row(i: number, ambiguous = false): Row {
  const x = Math.sin(i * 1.7);
  const day = ambiguous ? 1 + ((i * 5) % 12) : 1 + ((i * 5) % 28);
  const when = `${pad(day)}/${pad(1 + ((i * 7) % 12))}/2024`;
  const y = Math.sin(2 * x) + (i % 3) / 2 + 0.1 * Math.sin(77 * i);
  return [x.toFixed(4), when, i % 2 ? 'yes' : 'no', ['red', 'green', 'blue'][i % 3], y.toFixed(4)];
}

const text = (rows: readonly Row[], names: readonly string[] = NAMES, delimiter = ',') =>
  `${[names, ...rows].map((cells) => cells.join(delimiter)).join('\n')}\n`;
const source = (content: string): FileSource => ({
  kind: 'bytes',
  name: 'rows.csv',
  bytes: new TextEncoder().encode(content),
});
const rowsOf = (n: number, make: (i: number) => Row = (i) => row(i)) => Array.from({ length: n }, (_, i) => make(i));

const DESIGN: DesignOptions = {
  target: 'y',
  missing: 'impute',
  standardise: true,
  seed: 1,
  holdout: { kind: 'fraction', fraction: 0 },
};
const fitTo = (from: FileSource, design: Partial<DesignOptions> = {}, read: ReadOptions = {}, method = 'krr') =>
  engine.handlers.fit(
    {
      source: from,
      read,
      design: { ...DESIGN, ...design },
      method,
      parameters: { kernel: 'gaussian', ...(method.endsWith('-ridge') ? {} : { folds: 0 }) },
    },
    contextWith(quietContext, { withoutPartial: true }),
  );
const modelOf = async (content: string, design: Partial<DesignOptions> = {}) =>
  (await fitTo(source(content), design)).model;

/** A way by which predictions reach someone: the sentences that it says about them. */
type Door = (model: Model, content: string) => Promise<readonly string[]>;

let files = 0;
function saved(model: Model, content: string): { readonly model: string; readonly rows: string } {
  const [at, rows] = [`m${++files}.ksmodel`, `r${files}.csv`].map((name) => join(folder, name));
  writeFileSync(at, packModel(model));
  writeFileSync(rows, content);
  return { model: at, rows };
}

const commandLine = async (argv: readonly string[], input?: string) => {
  const chunks = async function* () {
    yield new TextEncoder().encode(input);
  };
  const { out, err, code } = await runIn(folder, ['predict', ...argv], {
    ...(input !== undefined && { input: { chunks, live: false } }),
  });
  assert.equal(code, 0, err);
  const lines = err.split('\n').slice(0, -1);
  const errors = lines.filter((line) => /^kernelscope: "y" in this file: RMSE/.test(line));
  assert.ok(errors.length <= 1);
  const said = lines.filter((line) => !errors.includes(line));
  for (const line of said) assert.match(line, /^kernelscope: note: /);
  return { out, said };
};

const DOORS: Readonly<Record<string, Door>> = {
  'in memory': async (model, content) =>
    (await engine.handlers.predict({ model, source: source(content) }, quietContext)).notes.map((note) => note.text),
  streamed: async (model, content) => {
    const chunks = () => inPieces(content, 100);
    const { blocks, findings } = engine.models.stream(model, { kind: 'stream', name: 'pipe', chunks }, quietContext);
    for await (const _ of blocks());
    return findings().notes.map((note) => note.text);
  },
  'command line': async (model, content) => {
    const at = saved(model, content);
    return (await commandLine([at.model, at.rows])).said;
  },
  'command line, piped': async (model, content) =>
    (await commandLine([saved(model, content).model, '-'], content)).said,
  'command line, as JSON': async (model, content) => {
    const at = saved(model, content);
    const { out, said } = await commandLine([at.model, at.rows, '--json', '-']);
    const { notes } = JSON.parse(out) as PredictionsJson;
    assert.deepEqual(
      said,
      notes.map((note) => `kernelscope: note: ${note.text}`),
    );
    return notes.map((note) => note.text);
  },
  'language models': async (model, content) => {
    const at = saved(model, content);
    const { structuredContent, content: parts } = await wire.tool('predict', {
      model: at.model,
      file: at.rows,
      rows: 0,
    });
    const warnings = structuredContent?.warnings as readonly string[];
    for (const warning of warnings) {
      assert.ok(parts[0].text.includes(warning));
      assert.doesNotMatch(warning, /mauve|oops/);
    }
    return warnings;
  },
  editor: async (model, content) => {
    reset();
    const log: string[] = [];
    const services = {
      engine: { call: (_: 'predict', params: never) => engine.handlers.predict(params, quietContext) },
      tasks: { run: (_: unknown, task: (call: unknown) => unknown) => task({}) },
      log: { info: (said: string) => log.push(said), show() {} },
    } as unknown as Services;
    const at = saved(model, content).rows;
    await predictedRows(services, { model } as never, Uri.file(at) as never);
    return log.flatMap((said) => (/: "y" in this file: RMSE/.test(said) ? [] : [said]));
  },
};

/** Something to be found: the model, and the content of the file once it is planted at some rows. */
interface Plant {
  readonly name: string;
  readonly model: () => Promise<Model>;
  readonly planted: (at: readonly number[]) => string;
  /** Says how many rows have it, unless that means nothing. */
  readonly says: RegExp;
}

const memo = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const certain = memo(() => modelOf(text(rowsOf(ROWS))));
const guessing = memo(() => modelOf(text(rowsOf(ROWS, (i) => row(i, true)))));
const dropping = memo(() => modelOf(text(rowsOf(ROWS)), { missing: 'drop' }));
const percentRow = (i: number): Row =>
  row(i).map((cell, j) => (j === 0 ? `${(100 * Number(cell)).toFixed(2)} %` : cell));
const inPercent = memo(() => modelOf(text(rowsOf(ROWS, percentRow))));
const kilogramRow = (i: number): Row => row(i).map((cell, j) => (j === 0 ? `${cell} kg` : cell));
const inKilograms = memo(() => modelOf(text(rowsOf(ROWS, kilogramRow))));
/** Four columns of numbers and four of words. */
const wideRow = (i: number): Row => {
  const x = [1.3, 1.7, 2.1, 2.9].map((by) => Math.sin(by * i));
  const words = [2, 3, 4, 5].map((levels, j) => `${'abcd'[j]}${i % levels}`);
  return [...x.map((v) => v.toFixed(4)), ...words, (x[0] + x[1] * x[2] + (i % 5)).toFixed(4)];
};
const WIDE = ['n1', 'n2', 'n3', 'n4', 'w1', 'w2', 'w3', 'w4', 'y'];
const wide = memo(() => modelOf(text(rowsOf(ROWS, wideRow), WIDE)));
/** Errors are ten times as large in the rows that are held out. */
const shifted = memo(async () => {
  const noisy = rowsOf(ROWS, (i) => [...row(i).slice(0, 4), String((i < 50 ? 0.01 : 9) * Math.sin(i * i))]);
  const run = await fitTo(source(text(noisy)), { holdout: { kind: 'last', fraction: 0.4 } });
  assert.ok(run.callouts?.some(({ kind }) => kind === 'intervals'));
  return run.model;
});
const shiftedBefore = memo(async () => {
  const { quality, ...model } = await shifted();
  if (quality === undefined) throw new Error('a fit has a quality');
  const { doubts: _, ...before } = quality;
  return { ...model, quality: before };
});
const earlier = memo(async () => {
  const { quality: _, ...model } = await certain();
  const { frozen: __, ...read } = model.read;
  return { ...model, read };
});

/** A time of day beside the rest. */
const TIMED = [...NAMES, 'at'];
const timedRow = (i: number): Row => [...row(i), `${pad((i * 5) % 24)}:${pad((i * 7) % 60)}`];
const timed = memo(() => modelOf(text(rowsOf(ROWS, timedRow), TIMED)));

const withCell = (at: readonly number[], column: string, cell: string, make = (i: number) => row(i), names = NAMES) =>
  rowsOf(ROWS, (i) => make(i).map((before, j) => (at.includes(i) && names[j] === column ? cell : before)));
const cells = (name: string, column: string, cell: string, says: RegExp, model = certain): Plant => ({
  name,
  model,
  planted: (at) => text(withCell(at, column, cell)),
  says,
});

/** Plants for each kind of finding, and for the notes on the file's decimal sign and on rows of totals. */
const PLANTS: Readonly<Record<FindingKind | 'decimal' | 'totals', readonly Plant[]>> = {
  'earlier-model': [
    { name: 'a model', model: earlier, planted: () => text(rowsOf(ROWS)), says: /does not know how its file was read/ },
  ],
  doubts: [
    {
      name: 'intervals of a fit, with how many they held',
      model: shifted,
      planted: () => text(rowsOf(50)),
      says: /When this model was fitted: .*inside their 95.% intervals: do not rely on their width/,
    },
  ],
  intervals: [
    {
      name: 'intervals of a fit of an earlier version',
      model: shiftedBefore,
      planted: () => text(rowsOf(50)),
      says: /95.% intervals did not hold the share of held-out rows .*do not rely on their width/,
    },
  ],
  decimal: [
    {
      name: 'decimal commas',
      model: certain,
      planted: () =>
        text(
          rowsOf(ROWS).map((line) => line.map((cell) => cell.replace('.', ','))),
          NAMES,
          ';',
        ),
      says: /numbers are read with decimal commas; the training file has decimal points/,
    },
  ],
  totals: [
    {
      name: 'labels of totals in a column that is not used',
      model: certain,
      planted: (at) =>
        text(
          rowsOf(ROWS, (i) => [...row(i), at.includes(i) ? 'Total' : `K${i}`]),
          [...NAMES, 'id'],
        ),
      says: /labelled as a total or mean \(“Total”\)/,
    },
  ],
  'date-order': [
    {
      name: 'dates with the month first',
      model: certain,
      planted: (at) => text(rowsOf(ROWS, (i) => row(i, true).with(1, at.includes(i) ? '05/27/2024' : row(i, true)[1]))),
      says: /"when" is read with the month first, as this file says; .* with the day first/,
    },
  ],
  'date-guess': [
    {
      name: 'dates of two readings',
      model: guessing,
      planted: () => text(rowsOf(ROWS, (i) => row(i, true))),
      says: /"when": the order of day and month was a guess/,
    },
  ],
  unread: [
    cells(
      'words among numbers',
      'x',
      'oops',
      /"x": (\d+) cells? cannot be read as numbers.*taken as the mean of training/,
    ),
    cells('words among dates', 'when', 'oops', /"when": (\d+) cells? cannot be read as dates.*mean date of training/),
    {
      name: 'words among times of day',
      model: timed,
      planted: (at) => text(withCell(at, 'at', 'oops', timedRow, TIMED), TIMED),
      says: /"at": (\d+) cells? cannot be read as times of day(?: \([^)]*\))?, taken as no hour\. If that is wrong, write times as 14:30\./,
    },
    cells('words that are neither', 'flag', 'oops', /"flag": (\d+) cells? cannot be read as truth values.*the mean of/),
  ],
  limits: [
    cells(
      'limits of detection',
      'x',
      '<0.1',
      /"x": (\d+) cells? (?:is a limit|are limits), (?:"<0\.1", )?and (?:is|are) read as/,
    ),
  ],
  'without-unit': [
    {
      name: 'shares',
      model: inPercent,
      planted: (at) => text(rowsOf(ROWS, (i) => (at.includes(i) ? row(i) : percentRow(i)))),
      says: /"x": (\d+) numbers? stands? without “%”, which those of the training rows have/,
    },
    {
      name: 'numbers alone',
      model: inKilograms,
      planted: (at) => text(rowsOf(ROWS, (i) => (at.includes(i) ? row(i) : kilogramRow(i)))),
      says: /"x": (\d+) numbers? stands? without “kg”, which those of the training rows have/,
    },
  ],
  'with-unit': [
    cells('a unit', 'x', '0.5 kg', /"x": numbers stand with “kg”, which those of the training rows lack/),
    cells('percent', 'x', '0.5 %', /"x": numbers stand with “%”, which those of the training rows lack/),
  ],
  'unknown-level': [
    cells('a level', 'colour', 'mauve', /"colour": (\d+) rows? ha(?:s|ve) a level that the training rows lack/),
  ],
  gaps: [
    cells('gaps among numbers', 'x', '', /"x": (\d+) cells? (?:is|are) missing, taken as the mean of training, -?0/),
    cells(
      'gaps among dates',
      'when',
      'NA',
      /"when": (\d+) cells? (?:is|are) missing, taken as the mean date of training, 2024/,
    ),
    {
      name: 'gaps among times of day',
      model: timed,
      planted: (at) => text(withCell(at, 'at', '', timedRow, TIMED), TIMED),
      says: /"at": (\d+) cells? (?:is|are) missing, taken as no hour\./,
    },
    cells(
      'gaps among truth values',
      'flag',
      '',
      /"flag": (\d+) cells? (?:is|are) missing, taken as the mean of training, 0\.5/,
    ),
    cells(
      'gaps among levels',
      'colour',
      '',
      /"colour": (\d+) cells? (?:is|are) missing, taken as none of the known levels/,
    ),
    cells(
      'gaps of rows left out',
      'x',
      '',
      /"x": (\d+) cells? (?:is|are) missing; such rows are not predicted/,
      dropping,
    ),
  ],
  'not-predicted': [cells('gaps', 'flag', '', /(\d+) of 80 rows cannot be predicted/, dropping)],
  'outside-range': [
    cells(
      'large numbers',
      'x',
      '7.5',
      /(\d+) of 80 rows (?:is|are) outside the range of the training rows: "x" \1(?: \(each 7\.5; [^.]*\))?\./,
    ),
    cells('late dates', 'when', '28/12/2031', /(\d+) of 80 rows (?:is|are) outside .*: "when" \1\./),
  ],
  more: [
    {
      name: 'many columns',
      model: wide,
      planted: (at) => {
        const [a, b, c, d] = [0, 1, 2, 3].map((k) => (at[0] + k) % ROWS);
        const planted = (i: number, j: number, cell: string) => {
          const number = j < 4;
          if (i === a) return number ? 'oops' : cell;
          if (i === b) return number ? '99' : cell;
          if (i === c) return j < 8 ? '' : cell;
          return i === d && !number && j < 8 ? 'mauve' : cell;
        };
        return text(
          rowsOf(ROWS, (i) => wideRow(i).map((cell, j) => planted(i, j, cell))),
          WIDE,
        );
      },
      says: /2 further notes left out/,
    },
  ],
};

for (const [kind, plants] of Object.entries(PLANTS))
  for (const [p, { name, model, planted, says }] of plants.entries())
    test(`${kind}, ${name}: as many as there are, through every door`, async () => {
      const random = new Random(100 + p);
      for (const k of [1, 2 + Math.floor(7 * random.uniform())]) {
        const at = new Set<number>();
        while (at.size < k) at.add(Math.floor(random.uniform() * 50));
        const content = planted([...at]);
        for (const [door, saysOf] of Object.entries(DOORS)) {
          const said = await saysOf(await model(), content);
          // A language model is shown only some of many.
          if (kind === 'more' && door === 'language models') continue;
          const found = said.flatMap((one) => says.exec(one) ?? []);
          assert.ok(found.length > 0, `${door}: ${said.join('\n')}`);
          if (found[1] !== undefined) assert.equal(Number(found[1]), k, `${door}: ${said.join('\n')}`);
          // Rows that are not predicted have a gap; nothing else is said of anything else.
          const most = { more: 12, 'not-predicted': 2, gaps: name.endsWith('left out') ? 2 : 1 }[kind] ?? 1;
          assert.ok(said.length <= most, `${door}: ${said.join('\n')}`);
        }
      }
    });

test('the error in the file stands beside that of the fit, through every door', async () => {
  const content = text(rowsOf(ROWS));
  const { model, ...run } = await fitTo(source(content), { holdout: { kind: 'fraction', fraction: 0.25 } });
  assert.ok('metrics' in run && run.metrics.holdout);
  const { rmse, r2 } = run.metrics.holdout;
  const own = { rows: 20, heldOut: true, rmse, r2 };
  const { errors } = await engine.handlers.predict({ model, source: source(content) }, quietContext);
  assert.deepEqual(errors[0].fit, own);
  const says =
    /"y" in this file: RMSE [\d.]+, R² [\d.]+ \(80 rows; by name and size the file of the fit, which trained on 60 of them\); on 20 rows held out while fitting: RMSE [\d.]+, R² [\d.]+\./;
  const at = { ...saved(model, content), rows: join(folder, 'rows.csv') };
  writeFileSync(at.rows, content);
  const { out, err } = await runIn(folder, ['predict', at.model, at.rows, '--json', '-']);
  assert.match(err, says);
  assert.deepEqual((JSON.parse(out) as PredictionsJson).errors[0].fit, own);
  const { structuredContent, content: parts } = await wire.tool('predict', { model: at.model, file: at.rows });
  assert.deepEqual((structuredContent as { errors?: { fit: object }[] } | undefined)?.errors?.[0]?.fit, own);
  assert.match(parts[0].text, says);
  // The file of the fit, whose errors are mostly those of training rows, is told from another of the same rows.
  assert.equal(errors[0].trained, 60);
  const longer = `${content}${content.trimEnd().split('\n').at(-1)}\n`;
  const others = await engine.handlers.predict({ model, source: source(longer) }, quietContext);
  assert.equal(others.errors[0].trained, undefined);
  // A model of an earlier version has none.
  const { errors: alone } = await engine.handlers.predict(
    { model: await earlier(), source: source(content) },
    quietContext,
  );
  assert.equal(alone[0].fit, undefined);
});

test('the error of a fit is that of rows it did not train on, whatever was fitted', async () => {
  const classed = text(
    rowsOf(ROWS).map((line) => [...line, Number(line[4]) > 0.5 ? 'high' : 'low']),
    [...NAMES, 'kind'],
  );
  const held = { holdout: { kind: 'fraction', fraction: 0.25 } } as const;
  const errorOf = async (method: string, design: Partial<DesignOptions>) => {
    const run: AnyRun = await fitTo(source(classed), { features: ['x', 'flag', 'colour'], ...design }, {}, method);
    assert.ok('metrics' in run);
    return { run, error: run.model.quality?.errors[0] };
  };
  for (const method of ['krr', 'rf-ridge', 'nystrom-ridge', 'tkrr']) {
    const { run, error } = await errorOf(method, {});
    assert.deepEqual([error?.heldOut, error?.rows, error?.rmse], [false, ROWS, Math.sqrt(run.metrics.loo)], method);
  }
  for (const method of ['krr', 'huber', 'quantile', 'ksgd']) {
    const { run, error } = await errorOf(method, held);
    assert.deepEqual([error?.heldOut, error?.rows, error?.rmse], [true, 20, run.metrics.holdout?.rmse], method);
  }
  const { run: classes, error } = await errorOf('krr', { target: 'kind', ...held });
  assert.deepEqual([error?.target, error?.rows, error?.accuracy], ['kind', 20, classes.classes?.accuracy]);
  assert.equal(error?.logLoss, classes.classes?.probability?.logLoss.value);
  // The error of a robust fit without folds is that on its validation part.
  const { error: part } = await errorOf('huber', {});
  assert.ok(part && !part.heldOut && part.rows < ROWS && Number(part.rmse) > 0);
});

/** Rows of a file as text, in this order. */
async function cellsOf(
  from: FileSource,
): Promise<{ readonly names: readonly string[]; readonly rows: readonly Row[] }> {
  const opened = await openFile(from, {}, quietContext);
  try {
    const rows: Row[] = [];
    for await (const batch of opened.batches()) rows.push(...batch.rows.map((cells) => [...cells]));
    return { names: opened.names, rows };
  } finally {
    await opened.close();
  }
}

/** Asserts that nothing is said about rows that a model was fitted to, whatever they hold. */
async function silent(from: FileSource, design: Partial<DesignOptions>, label: string): Promise<void> {
  const { model } = await fitTo(from, { maxRows: 120, ...design });
  assert.ok(model.fitted);
  const { names, rows } = await cellsOf(from);
  const quoted = (cell = '') => (/[",\r\n;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const training = [...model.fitted.training].map((at) => names.map((_, j) => quoted(rows[at - 1][j])));
  const lines = text(training, names.map(quoted));
  const at = saved(model, model.read.frozen?.header ? lines : lines.slice(lines.indexOf('\n') + 1));
  const { code, err } = await runIn(folder, ['predict', at.model, at.rows]);
  const notes = err.split('\n').filter((line) => line !== '' && !/ in this file: (RMSE|\d+.%)/.test(line));
  assert.deepEqual([code, notes], [0, []], label);
}

test('of rows that were fitted nothing is said: made files', async () => {
  const random = new Random(3);
  const gaps = (share: number) => (cell: string, j: number) => (j < 4 && random.uniform() < share ? '' : cell);
  for (const share of [0, 0.01, 0.1, 0.4]) {
    await silent(source(text(rowsOf(ROWS).map((line) => line.map(gaps(share))))), {}, `${share} are gaps`);
    await silent(
      source(text(rowsOf(ROWS).map((line) => line.map(gaps(share))))),
      { holdout: { kind: 'fraction', fraction: 0.3 } },
      `${share} are gaps, some rows are held out`,
    );
  }
  const odd = withCell([3, 17, 40], 'x', 'oops').map((line, i) => (i % 16 === 9 ? line.with(0, '-999') : line));
  await silent(source(text(odd)), {}, 'words and stand-ins among numbers');
  for (const share of [3, 2]) {
    const mixed = (i: number) => (i % share ? row(i) : percentRow(i));
    await silent(source(text(rowsOf(ROWS, mixed))), {}, `one in ${share} numbers with a percent sign`);
  }
});

const SHARED = '../shared/data';
const SMALL = existsSync(SHARED)
  ? readdirSync(SHARED, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:csv|tsv|data)$/.test(name))
      .map((name) => join(SHARED, name))
      .filter((path) => statSync(path).isFile() && statSync(path).size < 3e5)
  : [];

for (const path of SMALL)
  test(`of rows that were fitted nothing is said: ${path}`, async () => {
    const from = { kind: 'path', path } as const;
    const { defaultTarget, columns } = await engine.handlers.inspect({ source: from, read: {} }, quietContext);
    if (defaultTarget !== undefined) await silent(from, { target: columns[defaultTarget].name }, path);
  });

test('of numbers outside the range that are all one it is said that they may mean missing', async () => {
  const says = async (column: string, ...texts: readonly string[]) => {
    const rows = rowsOf(ROWS, (i) => row(i).map((cell, j) => (NAMES[j] === column ? (texts[i] ?? cell) : cell)));
    return (await DOORS['in memory'](await certain(), text(rows))).join('\n');
  };
  assert.match(
    await says('x', '-999', '-999'),
    /"x" 2 \(each −999; if that means missing, leave these cells empty\)\.$/,
  );
  assert.match(await says('x', '-999', '-998'), /"x" 2\.$/);
  // The next value of a series is one more, and far from none.
  assert.match(await says('x', '1.1', '1.1'), /"x" 2\.$/);
  assert.match(await says('x', '-999'), /"x" 1\.$/);
  assert.match(await says('when', '28/12/2031', '28/12/2031'), /"when" 2\.$/);
});

test('a level that differs from one of training only in how it is spelt is said to, and written so it is known', async () => {
  for (const cell of ['Red', 'RED', ' red ', 'r-ed', 're d']) {
    const plain = cell.trim() === 'red';
    const said = await DOORS['in memory'](await certain(), text(withCell([3, 8], 'colour', cell)));
    assert.equal(said.length, plain ? 0 : 1, cell);
    if (!plain)
      assert.match(
        said[0],
        new RegExp(`"colour": .*Write “red” for “${cell}”: only capitals, blanks and dashes differ\\.$`),
      );
  }
  for (const door of ['language models', 'command line'])
    assert.doesNotMatch(
      (await DOORS[door](await certain(), text(withCell([3, 8], 'colour', 'mauve')))).join(),
      /only capitals/,
    );
  const [bare] = await DOORS['language models'](await certain(), text(withCell([3], 'colour', 'Red')));
  assert.match(bare, /"colour": .*known levels\.$/);
});

test('where training rows have a yes or nothing, a no of new rows is predicted as nothing there, and nothing is said', async () => {
  for (const [yes, no] of [
    ['yes', 'no'],
    ['TRUE', 'FALSE'],
    ['1', '0'],
    ['Y', 'false'],
  ]) {
    const marked = (word: string) =>
      rowsOf(ROWS, (i) =>
        row(i)
          .with(2, (i * 7) % 5 < 2 ? yes : word)
          .with(4, String((i * 7) % 5 < 2 ? 3 : i % 2)),
      );
    const model = await modelOf(text(marked('')));
    const predicted = async (word: string) => {
      const { outputs, notes } = await engine.handlers.predict(
        { model, source: source(text(marked(word))) },
        quietContext,
      );
      assert.deepEqual(notes, [], word);
      return outputs[0].predicted;
    };
    assert.deepEqual(await predicted(no), await predicted(''), yes);
  }
});

test('of levels so many that rare ones share a column, new ones are told where more rows have them than did in training', async () => {
  const random = new Random(3);
  const id = (k: number) => `P-${pad(k)}`;
  const dealt = (name: (k: number) => string, most = 60) =>
    text(rowsOf(240, (i) => row(i).with(3, name(Math.floor(most * random.uniform() ** 3)))));
  const model = await modelOf(dealt(id));
  const length = model.transform.inputs.flatMap((input) => (input.kind === 'category' ? input.levels : [])).length;
  assert.ok(length < 60);
  for (const say of [DOORS['in memory'], DOORS.streamed]) {
    for (let draw = 0; draw < 4; draw++) assert.deepEqual(await say(model, dealt(id)), []);
    const [told, ...more] = await say(
      model,
      dealt((k) => `p ${pad(k)}`, 20),
    );
    const start = `"colour": 240 rows have none of the ${length} most frequent levels of the training rows`;
    assert.ok(told.startsWith(start), told);
    assert.match(told, /Write “P-\d+” for “p \d+”: only capitals/);
    assert.deepEqual(more, []);
    assert.equal(
      (
        await say(
          model,
          dealt((k) => `N${k}`),
        )
      ).length,
      1,
    );
  }
});

/** Ways to write a target of about 0 to 2, and the unit of its predictions that the cells do not all show. */
const WRITTEN: readonly (readonly [write: (y: number) => string, unit: string | undefined])[] = [
  [(y) => new Date(Date.UTC(2024, 0, 1 + Math.round(40 * y))).toISOString().slice(0, 10), 'days since 1970-01-01'],
  [(y) => `${1 + Math.floor(Math.abs(y))}h ${String(Math.round(20 * Math.abs(y))).padStart(2, '0')}m`, 'seconds'],
  [(y) => (y > 0.5 ? `$${(1 + y).toFixed(1)}M` : `$${Math.round(500 + 100 * y)}K`), '$K'],
  [(y) => (y > 0.5 ? `${(1 + y).toFixed(1)}K` : String(Math.round(500 + 100 * y))), undefined],
  [(y) => `${pad(8 + Math.round(2 * Math.abs(y)))}:${pad(Math.round(50 * Math.abs(y)) % 60)}`, 'fractions of a day'],
  [(y) => `$${y.toFixed(2)}`, undefined],
  [(y) => y.toFixed(3), undefined],
];

test('the unit of predictions is said through every door where the cells of the target do not all show it', async () => {
  for (const [write, unit] of WRITTEN) {
    const rows = rowsOf(ROWS).map((cells) => [...cells.slice(0, -1), write(Number(cells.at(-1)))]);
    const model = await modelOf(text(rows));
    for (const [door, say] of Object.entries(DOORS)) {
      const said = (await say(model, text(rows))).filter((sentence) => /is predicted in/.test(sentence));
      const expected = unit === undefined ? [] : [`"y" is predicted in ${unit}.`];
      assert.deepEqual(
        said.map((sentence) => sentence.slice(sentence.indexOf('"'))),
        expected,
        `${door}, ${unit}`,
      );
    }
  }
});

test('a target without the unit of the training rows is said to be, as its error is taken in that unit', async () => {
  const rows = rowsOf(ROWS).map((cells) => [...cells.slice(0, -1), `${(100 * Number(cells.at(-1))).toFixed(1)} %`]);
  const model = await modelOf(text(rows));
  for (const [door, say] of Object.entries(DOORS)) {
    const said = (await say(model, text(rowsOf(ROWS)))).filter((sentence) => /stand without/.test(sentence));
    assert.equal(said.length, 1, door);
    assert.match(said[0], /"y": 80 numbers stand without “%”/);
  }
});
