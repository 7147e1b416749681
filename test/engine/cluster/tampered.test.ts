import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type ClusterKind, packed, unpackedFile } from '../../../src/engine/cluster/packed';
import { ClusterSteps } from '../../../src/engine/clusterSteps';
import { quietContext } from '../../../src/engine/contract/context';
import type { DesignOptions } from '../../../src/engine/contract/data';
import { KernelscopeError } from '../../../src/engine/contract/failure';
import type { Fields } from '../../../src/engine/contract/shape';
import { csvRows, csvText } from '../partRows';
import { core } from '../testCore';

const folder = mkdtempSync(join(tmpdir(), 'kernelscope-tampered-'));
after(() => rmSync(folder, { recursive: true }));
const steps = new ClusterSteps(() => ({ linalg: core, notes: () => [] }));
const named = (bytes: Uint8Array) => ({ name: 'x', bytes });

/** The design options of each family. */
const ASKED = {
  'nystrom-ridge': (path) => ({
    weights: 'w',
    holdout: { kind: 'file', source: { kind: 'path', path } },
    splitBy: { kind: 'group', column: 'colour' },
  }),
  'ny-kpca': (path) => ({ holdout: { kind: 'file', source: { kind: 'path', path } } }),
} as const satisfies Record<string, (path: string) => Pick<DesignOptions, 'weights' | 'holdout' | 'splitBy'>>;

const files: Partial<Record<keyof typeof ASKED, ReturnType<typeof make>>> = {};
/** The untouched files: both tests of a kind take copies. */
const made = (method: keyof typeof ASKED) => (files[method] ??= make(method));

async function make(method: keyof typeof ASKED) {
  const path = join(folder, 'rows.csv');
  writeFileSync(path, csvText(csvRows(30, 0)));
  const plan = await steps.plan(
    {
      paths: [path],
      method,
      read: {},
      design: {
        target: 'kind',
        features: ['a', 'b', 'when', 'sure'],
        missing: 'impute',
        standardise: true,
        seed: 1,
        ...ASKED[method](path),
      },
      parameters: { kernel: 'gaussian', lengthScale: 1, landmarks: 12 },
    },
    quietContext,
  );
  const { bytes: sums } = await steps.map(named(plan.bytes), 1, {}, quietContext);
  const { bytes: solution } = await steps.solve(named(plan.bytes), [named(sums)], quietContext);
  const { bytes: errors } = await steps.map(named(plan.bytes), 1, { solution: named(solution) }, quietContext);
  return { plan: plan.bytes, sums, solution, errors };
}

type Files = Awaited<ReturnType<typeof made>>;
const READERS: Readonly<Record<ClusterKind, (files: Files) => Promise<unknown>>> = {
  plan: ({ plan, sums }) => steps.merge(named(plan), [named(sums)], quietContext),
  sums: ({ plan, sums }) => steps.solve(named(plan), [named(sums)], quietContext),
  solution: ({ plan, solution }) => steps.map(named(plan), 1, { solution: named(solution) }, quietContext),
  errors: ({ plan, solution, errors }) => steps.finish(named(plan), named(solution), [named(errors)], quietContext),
};

/** A failure that says what is wrong; anything else is a defect. */
async function isSentence(work: Promise<unknown>, what: string): Promise<void> {
  await work.then(
    () => assert.fail(`${what} was accepted`),
    (error) => assert.ok(error instanceof KernelscopeError, `${what}: ${error?.stack}`),
  );
}

for (const method of Object.keys(ASKED) as (keyof typeof ASKED)[])
  for (const kind of Object.keys(READERS) as ClusterKind[]) {
    test(`any changed byte of a ${kind} of ${method} is noticed`, async () => {
      const files = await made(method);
      await READERS[kind](files);
      const { length } = files[kind];
      for (let k = 0; k < 24; k++) {
        const bytes = files[kind].slice();
        const at = Math.floor((k * length) / 24);
        bytes[at] ^= 1 << (k % 8);
        await isSentence(READERS[kind]({ ...files, [kind]: bytes }), `byte ${at}`);
      }
      for (const end of [0, 10, length - 1])
        await isSentence(READERS[kind]({ ...files, [kind]: files[kind].slice(0, end) }), `${end} bytes`);
    });

    test(`a ${kind} of ${method} with a valid checksum is not trusted`, async () => {
      const files = await made(method);
      const { content } = unpackedFile(kind, files[kind], 'x');
      let tried = 0;
      for (const [path, changed] of changes(content)) {
        const { bytes } = packed(kind, changed as Fields);
        // A value of the right shape may be another; what follows must not break.
        await READERS[kind]({ ...files, [kind]: bytes }).then(
          () => undefined,
          (error) => assert.ok(error instanceof KernelscopeError, `${path}: ${error?.stack}`),
        );
        tried++;
      }
      assert.ok(tried > 20, `${tried}`);
    });
  }

const STRANGE: readonly unknown[] = [undefined, null, -1, 1e300, Number.NaN, 'x', [], {}, new Float64Array(3), true];

/** The value with one member, at any depth, in turn something else. */
function* changes(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  const entries = Array.isArray(value) ? [...value.entries()].slice(0, 2) : Object.entries(value);
  for (const [key, member] of entries) {
    const at = `${path}.${key}`;
    const put = (to: unknown): unknown =>
      Array.isArray(value) ? value.map((v, i) => (i === key ? to : v)) : { ...value, [key]: to };
    const k = at.length % STRANGE.length;
    for (const strange of [STRANGE[k], STRANGE[(k + 3) % STRANGE.length]])
      yield [`${at} = ${String(strange)}`, put(strange)];
    for (const [below, changed] of changes(member, at)) yield [below, put(changed)];
  }
}
