// Names of files, columns, levels, units and gaps come from strangers: whatever they hold, the README of an export keeps its rows and has no link
// or markup of theirs, its card comes back as it was, and its programs are programs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Model } from '../../src/engine/contract/model';
import { Random } from '../../src/engine/data/random';
import { packModel } from '../../src/engine/model/packModel';
import { unpackModel } from '../../src/engine/model/save';
import { testFolder } from '../testFolder';
import { PYTHON, said } from './fittedCases';

const skip = !existsSync(PYTHON) && !process.env.CI && 'no numpy';
/** Set KERNELSCOPE_SEED to a seed that a failure names, to replay those names alone. */
const REPLAY = process.env.KERNELSCOPE_SEED;
const SEEDS = REPLAY === undefined ? Array.from({ length: 12 }, (_, i) => i) : [Number(REPLAY)];
const FORMATS = ['python', 'javascript', 'json', 'onnx'] as const;

/** Texts that each end or begin something in Markdown, HTML, Python, JavaScript, JSON or a terminal. */
const PARTS = [
  ...['\n', '\r\n', '\n\n# Owned\n\n', '\n- target: owned', '\n```\nowned', '\n---\n', '\n1. x', '\n| a |\n|---|\n'],
  ...['`', '``', '```', '~~~', '*', '**', '_', '__', '~~', '#', '# ', '- ', '> ', '|', '\\', '\\\\', '\\`', '=', '+ '],
  ...['[owned](https://owned.example)', '![x](http://owned.example/x.png)', '[owned]: https://owned.example', '[x]'],
  ...['<https://owned.example>', 'https://owned.example', '//owned.example', 'www.owned.example', 'WWW.owned.example'],
  ...['me@owned.example', 'mailto:me@owned.example', '<script>owned()</script>', '</script>', '<!--', '-->', '<b>'],
  ...[
    '&lt;b&gt;',
    '&#91;x](y)',
    '*/',
    '/*',
    '//',
    '"""',
    "'''",
    '"',
    "'",
    '\u0024{owned}',
    '$(owned)',
    '{{owned}}',
    '%s',
  ],
  ...['\u202e', '\u200f', '\u061c', '\u2066', '\u2028', '\u2029', '\u0000', '\u001b[31m', '\u009b', '\ud800', '\udfff'],
  ...['__proto__', 'constructor', '{"$array": "x"}', '../../owned', 'C:\\owned', 'a'.repeat(10_000), ' ', 'ü', '😀'],
];

function hostile(random: Random): string {
  const count = 1 + (random.uint32() % 4);
  const parts = Array.from({ length: count }, () => PARTS[random.uint32() % PARTS.length]);
  return parts.join(random.uint32() % 2 === 0 ? '' : 'x');
}

const folder = testFolder();
async function fittedModels(): Promise<Readonly<Record<string, Model>>> {
  const lines = Array.from({ length: 60 }, (_, i) => {
    const level = ['p', 'q', 'r'][i % 3];
    return `${Math.sin(i).toFixed(3)},$${Math.cos(2 * i).toFixed(3)},${level},${Math.sin(i + 1).toFixed(3)}`;
  });
  const file = join(folder, 'rows.csv');
  await writeFile(file, ['u,v,w,y', ...lines, ''].join('\n'));
  const fitted = async (name: string, ...argv: string[]) => {
    await said(folder, 'fit', file, '--quiet', '--set', 'kernel=gaussian', '--save', join(folder, name), ...argv);
    return unpackModel(await readFile(join(folder, name)));
  };
  return { numbers: await fitted('m', '--target', 'y'), classes: await fitted('c', '--target', 'w') };
}

/** The model with another text in place of each text of a stranger. */
function renamed(model: Model, random: Random): Model {
  const names = new Map<string, string>();
  // Two columns of one name are no file's.
  const to = (name: string) => names.get(name) ?? names.set(name, `${hostile(random)}${names.size}`).get(name) ?? '';
  const { transform, outputs, classes, fitted, read, quality, card } = model;
  const { frozen } = read;
  assert.ok(fitted && frozen && quality && card);
  return {
    ...model,
    transform: {
      ...transform,
      inputs: transform.inputs.map((input) => ({
        ...input,
        column: to(input.column),
        ...(input.kind === 'category' && { levels: input.levels.map(to) }),
      })),
    },
    outputs: outputs.map((output) => ({ ...output, name: to(output.name) })),
    ...(classes && { classes: { ...classes, column: to(classes.column), levels: classes.levels.map(to) } }),
    fitted: {
      ...fitted,
      targets: fitted.targets.map(to),
      file: {
        ...fitted.file,
        name: to('file'),
        columns: fitted.file.columns.map((column) => ({ ...column, name: to(column.name), gaps: [to('gap')] })),
      },
    },
    read: {
      ...read,
      frozen: {
        ...frozen,
        columns: frozen.columns.map(({ name, reading }) => ({
          name: to(name),
          reading: reading.kind === 'number' ? { ...reading, unit: to('unit') } : reading,
        })),
      },
    },
    quality: {
      ...quality,
      errors: quality.errors.map((error) => ({ ...error, target: to(error.target) })),
      doubts: [{ kind: 'leak', text: to('doubt'), bare: to('bare') }],
    },
    card: { ...card, targets: card.targets.map((each) => ({ ...each, target: to(each.target) })) },
  };
}

interface Written {
  readonly seed: number;
  readonly model: Model;
  readonly at: (format: (typeof FORMATS)[number]) => string;
}
const written: Written[] = [];
before(async () => {
  const models = await fittedModels();
  for (const seed of SEEDS)
    for (const [name, model] of Object.entries(models)) {
      const own = join(folder, `${name}${seed}`);
      const odd = renamed(model, new Random(seed));
      await writeFile(own, packModel(odd));
      for (const format of FORMATS)
        await said(folder, 'export', own, '--as', format, '--no-intervals', '--out', `${own}-${format}`);
      written.push({ seed, model: odd, at: (format) => `${own}-${format}` });
    }
});

const BACKSLASH = /\\([\\`*_{}[\]()#+!|<>~&$])/g;
const UNSEEN = /[\s\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

test('the README keeps its rows, and nothing in them means anything to Markdown', async () => {
  for (const { seed, at } of written)
    for (const format of FORMATS) {
      const readme = await readFile(join(at(format), 'README.md'), 'utf8');
      const card = Object.entries(JSON.parse(await readFile(join(at(format), 'about.json'), 'utf8')));
      const [above, rows] = readme.split('\n\n## The model\n\n');
      assert.doesNotMatch(above, /owned/);
      const lines = rows.split('\n').slice(0, -1);
      assert.equal(lines.length, card.length, `seed ${seed}`);
      for (const [i, [name, text]] of card.entries()) {
        const shown = lines[i].slice(`- ${name}: `.length);
        const told = `seed ${seed}, ${format}: ${lines[i].slice(0, 300)}`;
        assert.ok(lines[i].startsWith(`- ${name}: `), told);
        assert.doesNotMatch(shown, /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u, told);
        const bare = shown.replace(BACKSLASH, '');
        assert.doesNotMatch(bare, /[\\`*_{}[\]()#+!|<>~&$]/, told);
        // Text that GitHub, VS Code and others turn into a link although nothing marks it.
        assert.doesNotMatch(bare, /\/\/|[\w.+-]@|www\./i, told);
        assert.equal(shown.replace(BACKSLASH, '$1').replaceAll('\u2060', ''), String(text).replace(UNSEEN, ' '), told);
      }
    }
});

test('every program in JavaScript is one, runs nothing of theirs, and has the names as they are', async () => {
  for (const { model, at } of written) {
    const { COLUMNS } = await import(pathToFileURL(join(at('javascript'), 'model.js')).href);
    assert.deepEqual(
      COLUMNS,
      model.transform.inputs.map(({ column }) => column),
    );
    const { inputs } = JSON.parse(await readFile(join(at('json'), 'model.json'), 'utf8'));
    assert.deepEqual(
      inputs.map(({ column }: { readonly column: string }) => column),
      COLUMNS,
    );
  }
  const checked = spawnSync(process.execPath, ['--check', join(written[0].at('javascript'), 'data.js')]);
  assert.equal(checked.status, 0, String(checked.stderr));
  assert.equal('owned' in globalThis, false);
});

test('every program in Python is one, and cards are those of about.json there and in ONNX', { skip }, async () => {
  const tasks = written.map(({ at }) => ({ python: at('python'), onnx: at('onnx') }));
  const program = `
import ast, importlib, json, pathlib, sys
import onnxruntime
options = onnxruntime.SessionOptions()
options.log_severity_level = 4
def shown(text):
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
for task in json.load(sys.stdin):
    for file in pathlib.Path(task["python"]).glob("*.py"):
        ast.parse(file.read_text(encoding="utf-8"))
    sys.path.insert(0, task["python"])
    for name in [name for name in sys.modules if name.startswith("kernelscope_")]:
        del sys.modules[name]
    model = importlib.import_module("kernelscope_model").Model()
    sys.path.remove(task["python"])
    card = json.loads(pathlib.Path(task["python"], "about.json").read_text(encoding="utf-8"))
    assert model.metadata == card
    assert "\\n" not in repr(model)
    session = onnxruntime.InferenceSession(task["onnx"] + "/model.onnx", options, providers=["CPUExecutionProvider"])
    told = session.get_modelmeta().custom_metadata_map
    assert {name: shown(text) for name, text in card.items()} == told, (card, told)
`;
  const ran = spawnSync(PYTHON, ['-c', program], { input: JSON.stringify(tasks), encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr.slice(-3000));
});

test('no file is written beside those of the format, and no code has a name in it', async () => {
  const [first] = written;
  for (const { at } of written)
    for (const format of FORMATS) {
      const names = await readdir(at(format));
      assert.deepEqual(names, await readdir(first.at(format)));
      for (const name of names.filter((file) => /\.(py|js|ts|toml|txt)$/.test(file) && file !== 'data.js'))
        assert.doesNotMatch(await readFile(join(at(format), name), 'utf8'), /owned/, name);
    }
});
