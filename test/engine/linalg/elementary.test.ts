import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ElementaryId } from '../../../src/engine/linalg/core/assembly/functionIds';
import oracle from '../../oracles/elementary.json';
import { compileMaps, INNER, type Maps } from './mapsModule';

const AT = 1 << 16;
const builds = await compileMaps();

/** The largest error allowed, in units in the last place of the result. */
const ALLOWED = {
  exp: 1,
  sin: 1,
  cos: 1,
  tanh: 1.5,
  erf: 1.25,
  log: 1,
  expm1: 2,
  asin: 1,
  acos: 1,
  decay: 1.25,
} as const;
type Name = keyof typeof ALLOWED;
const IDS: Readonly<Record<string, ElementaryId>> = {
  exp: ElementaryId.Exp,
  sin: ElementaryId.Sin,
  cos: ElementaryId.Cos,
  tanh: ElementaryId.Tanh,
  erf: ElementaryId.Erf,
};

const { NaN: nan, POSITIVE_INFINITY: infinite, MIN_VALUE: least, MAX_VALUE: most } = Number;
const EXTREMES = [0, -0, infinite, -infinite, nan, least, -least, most, -most];
/**
 * The functions' values there; undefined is outside their domain. The shift of a map adds +0: −0 is not preserved
 * there.
 */
const SPECIAL: Readonly<Record<Name, readonly (number | undefined)[]>> = {
  exp: [1, 1, infinite, 0, nan, 1, 1, infinite, 0],
  sin: [0, 0, nan, nan, nan, least, -least, 0.004961954789184062, -0.004961954789184062],
  cos: [1, 1, nan, nan, nan, 1, 1, -0.9999876894265599, -0.9999876894265599],
  tanh: [0, 0, 1, -1, nan, least, -least, 1, -1],
  erf: [0, 0, 1, -1, nan, least, -least, 1, -1],
  log: [-infinite, -infinite, infinite, nan, nan, -744.4400719213812, nan, 709.782712893384, nan],
  expm1: [0, 0, undefined, -1, nan, least, -least, undefined, -1],
  asin: [0, -0, nan, nan, nan, least, -least, nan, nan],
  acos: [Math.PI / 2, Math.PI / 2, nan, nan, nan, Math.PI / 2, Math.PI / 2, nan, nan],
  decay: [1, 1, undefined, 0, nan, undefined, 1, undefined, 0],
};

function applied(maps: Maps, name: Name, values: readonly number[]): Float64Array {
  // A spare number makes the count even for `inner`.
  const room = new Float64Array(maps.memory.buffer, AT, values.length + 1);
  room.set(values);
  if (name in IDS) maps.mapRange(IDS[name], AT, 0, values.length, 1, 0);
  else maps.inner(INNER.indexOf(name as (typeof INNER)[number]), AT, values.length + (values.length & 1));
  return room.slice(0, values.length);
}

/** The distance between the float64 next to each other at x. */
function ulp(x: number): number {
  const size = Math.abs(x);
  if (size < 2 ** -1022) return 2 ** -1074;
  // The logarithm may round up to the next power of two.
  const exponent = Math.floor(Math.log2(size));
  return 2 ** (exponent - (2 ** exponent > size ? 53 : 52));
}

for (const maps of builds) {
  for (const name of Object.keys(ALLOWED) as Name[]) {
    test(`${name} to ${ALLOWED[name]} ulp, ${maps.build}`, () => {
      const points = oracle[name];
      const found = applied(
        maps,
        name,
        points.map(([x]) => x),
      );
      points.forEach(([x, high, low], i) => {
        const error = Math.abs(found[i] - high - low) / ulp(high);
        assert.ok(error <= ALLOWED[name], `${name}(${x}) = ${found[i]}, not ${high}: ${error} ulp`);
      });
    });
  }

  for (const [name, wanted] of Object.entries(SPECIAL) as [Name, readonly (number | undefined)[]][]) {
    test(`${name} of zeros, infinities, NaN and the extremes, ${maps.build}`, () => {
      const found = applied(maps, name, EXTREMES);
      wanted.forEach((value, i) => {
        if (value !== undefined)
          assert.ok(Object.is(found[i], value), `${name}(${EXTREMES[i]}) = ${found[i]}, not ${value}`);
      });
    });
  }

  test(`a map touches its range alone, whatever its length, ${maps.build}`, () => {
    for (const [from, to] of [
      [0, 0],
      [1, 2],
      [1, 4],
      [3, 7],
      [0, 9],
    ]) {
      const room = new Float64Array(maps.memory.buffer, AT, 9);
      for (let i = 0; i < 9; i++) room[i] = i + 0.5;
      maps.mapRange(ElementaryId.Sqrt, AT, from, to, 4, 2);
      room.forEach((v, i) => {
        assert.equal(v, i >= from && i < to ? Math.sqrt(4 * (i + 0.5) + 2) : i + 0.5);
      });
    }
  });
}
