import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigureSpec } from '../../src/engine/contract/figure';
import { describe } from '../../src/figures/words/describe';

const FOLDER = 'test/figures/golden';

/**
 * Compares with the file stored beside the test; UPDATE_GOLDEN=1 writes it anew, to be looked at before it is
 * committed.
 */
export function expectGolden(name: string, actual: string): void {
  const path = join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, actual);
    return;
  }
  assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDEN=1 and look at it`);
  assert.equal(actual, readFileSync(path, 'utf8'), `${path} differs: if that is meant, run with UPDATE_GOLDEN=1`);
}

/** One line a key, five significant digits: readable in a diff, deaf to the last bits of another machine's exp. */
export function written(figure: FigureSpec): string {
  const round = (_: string, v: unknown) => {
    if (ArrayBuffer.isView(v)) return Array.from(v as Float64Array);
    if (typeof v === 'number') return Number.isFinite(v) ? Number(v.toPrecision(5)) : String(v);
    return v;
  };
  const lines = Object.entries(figure).flatMap(([key, value]) =>
    Array.isArray(value) && key !== 'sentence'
      ? value.map((item) => `  ${key}: ${JSON.stringify(item, round)}`)
      : [`  ${key}: ${JSON.stringify(value, round)}`],
  );
  return [figure.id, ...lines, `  spoken: ${describe(figure)}`, ''].join('\n');
}
