import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  either,
  finites,
  holds,
  indices,
  list,
  mended,
  named,
  natural,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pair,
  read,
  reals,
  record,
  reference,
  type Schema,
  since,
  sized,
  such,
  tagged,
  text,
} from '../../../src/engine/contract/schema';

interface Tree {
  readonly name: string;
  readonly parts: readonly Tree[];
}

const tree: Schema<Tree> = named(
  'tree',
  object<Tree>({ name: text(), parts: list(reference('tree', (): Schema<Tree> => tree)) }),
);

interface Fit {
  readonly kind: 'exact' | 'sampled';
  readonly mu: Float64Array;
  readonly scores: Float64Array;
  readonly rows: Uint32Array;
  readonly folds: number;
  readonly r2: number;
  readonly interval: readonly [number, number];
  readonly note?: string;
  readonly seconds?: number;
  readonly by: Readonly<Record<string, number>>;
}

const fit = such(
  object<Fit>({
    kind: oneOf(['exact', 'sampled']),
    mu: finites(),
    scores: reals(),
    rows: indices(),
    folds: natural(),
    r2: number(),
    interval: pair(),
    note: optional(text()),
    seconds: since(number()),
    by: record(number()),
  }),
  ({ mu, scores }) => mu.length === scores.length,
);

const GOOD: Fit = {
  kind: 'exact',
  mu: Float64Array.of(2, 1),
  scores: Float64Array.of(Number.NaN, 1),
  rows: Uint32Array.of(1, 2),
  folds: 0,
  r2: Number.NaN,
  interval: [0, Number.POSITIVE_INFINITY],
  seconds: 1,
  by: { a: 1 },
};

test('a value of the type holds, with numbers that JSON lacks, with what later versions wrote, and without what earlier ones lack', () => {
  assert.ok(holds(fit, GOOD));
  assert.ok(holds(fit, { ...GOOD, later: 'x' }));
  const { seconds: _, ...earlier } = GOOD;
  assert.ok(holds(fit, earlier));
  assert.deepEqual((fit.json.required as string[]).includes('seconds'), true);
  assert.deepEqual((fit.json.required as string[]).includes('note'), false);
});

test('each member of another kind is a fault at its path, whatever it is', () => {
  const bad = [
    null,
    'x',
    Number.NaN,
    -1,
    0.5,
    [],
    {},
    true,
    () => 0,
    [1],
    Float32Array.of(1),
    new Array(3),
    Object.create(null),
  ];
  const kept: Record<string, (value: unknown) => boolean> = {
    r2: (value) => typeof value === 'number',
    seconds: (value) => typeof value === 'number',
    by: (value) =>
      typeof value === 'object' && value !== null && Object.keys(value).length === 0 && !Array.isArray(value),
    folds: () => false,
  };
  for (const name of Object.keys(GOOD))
    for (const value of bad)
      if (!kept[name]?.(value))
        assert.equal(fit.fault({ ...GOOD, [name]: value }, ''), name, `${name}: ${String(typeof value)}`);
  for (const value of [...bad, undefined]) assert.equal(fit.fault(value, 'fit') !== undefined, true);
});

test('lengths that do not agree are a fault of what holds them both', () => {
  assert.equal(fit.fault({ ...GOOD, scores: Float64Array.of(1) }, 'fit'), 'fit');
});

test('members that every object inherits count as missing, and names that every object has are no choice', () => {
  assert.equal(object<{ toString: string }>({ toString: text() }).fault({}, ''), 'toString');
  assert.ok(!holds(oneOf({ a: 1 }), 'constructor'));
});

test('a part within itself is checked at every depth, and named once', () => {
  const leaf = { name: 'b', parts: [] };
  assert.ok(holds(tree, { name: 'a', parts: [leaf, { name: 'c', parts: [leaf] }] }));
  assert.equal(
    tree.fault({ name: 'a', parts: [leaf, { name: 'c', parts: [{ name: 1, parts: [] }] }] }, ''),
    'parts[1].parts[0].name',
  );
  assert.deepEqual(Object.keys(tree.defs), ['tree']);
});

test('of several kinds, the fault is that of the one that got furthest', () => {
  const either2 = either(object<{ a: string; b: string }>({ a: text(), b: text() }), nullable(text()));
  assert.equal(either2.fault({ a: 'x', b: 1 }, 'v'), 'v.b');
  assert.ok(holds(either2, null));
});

test('sparse lists and lists of more than their kind are refused', () => {
  assert.equal(list(text()).fault(new Array(2), 'l'), 'l[0]');
  assert.equal(pair().fault([1, 2, 3], 'p'), 'p');
});

type Sent =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'first' | 'last'; readonly of?: readonly Tree[] };

const sent = tagged<Sent, 'kind'>('kind', {
  row: { row: natural() },
  first: { of: optional(list(tree)) },
  last: { of: optional(list(tree)) },
});

test('objects of several kinds are told apart by one member, whose inherited names are none', () => {
  assert.ok(holds(sent, { kind: 'row', row: 2 }));
  assert.equal(sent.fault({ kind: 'row', row: -1 }, ''), 'row');
  assert.equal(sent.fault({ kind: 'first', of: [{ name: 1, parts: [] }] }, 's'), 's.of[0].name');
  for (const kind of ['constructor', '__proto__', ['row'], undefined, 7])
    assert.equal(sent.fault({ kind, row: 2 }, 's'), 's.kind');
  for (const value of [null, 'row', [], Object.create({ kind: 'row', row: 2 })]) assert.ok(!holds(sent, value));
});

test('what is read has the members alone that are described, at every depth', () => {
  const stranger = { name: 'a', more: 1, parts: [{ name: 'b', parts: [], __proto__: { x: 1 }, constructor: 2 }] };
  assert.deepEqual(read(tree, stranger), { name: 'a', parts: [{ name: 'b', parts: [] }] });
  assert.deepEqual(read(sent, { kind: 'first', row: 2, of: [{ ...stranger, parts: [] }] }), {
    kind: 'first',
    of: [{ name: 'a', parts: [] }],
  });
  assert.deepEqual(
    read(record(either(text(), tree)), JSON.parse('{"__proto__":"x","a":{"name":"b","parts":[],"c":1}}')),
    {
      ['__proto__']: 'x',
      a: { name: 'b', parts: [] },
    },
  );
  assert.deepEqual(read(fit, { ...GOOD, later: 1 }), GOOD);
  assert.equal(read(tree, { name: 'a' }), undefined);
});

test('of what was remembered the members that are not as described are left out, or as they are otherwise', () => {
  interface State {
    readonly id: string;
    readonly at?: number;
    readonly trees?: readonly Tree[];
  }
  const state = mended<State>({ id: text(), at: optional(natural()), trees: optional(list(tree)) }, { id: 'none' });
  assert.deepEqual(read(state, { id: 3, at: 4, trees: [{ name: 'a', parts: [], more: 1 }], more: 1 }), {
    id: 'none',
    at: 4,
    trees: [{ name: 'a', parts: [] }],
  });
  assert.deepEqual(read(state, { id: 'x', at: -1 }), { id: 'x' });
  assert.equal(read(state, 7), undefined);
  for (const value of [7, undefined, [], Object.create({ id: 'x' })])
    assert.deepEqual(state.known(value), { id: 'none' });
});

test('lists and typed arrays of another length are refused', () => {
  assert.ok(holds(sized(finites(), 2), Float64Array.of(1, 2)));
  assert.equal(sized(list(text()), 1).fault(['a', 'b'], 'l'), 'l');
  assert.equal(sized(finites(), 1).fault(undefined, 'l'), 'l');
});
