import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterSpec } from '../../src/engine/contract/filter';
import { axisValue, filterAt } from '../../src/engine/filters/anyFilter';
import { riskAt, riskBand, riskPath, riskSurface } from '../../src/engine/spectrum/risk';
import { factsOf } from '../../src/figures/view/facts';
import { lambdaRisks } from '../../src/figures/view/liveLambda';
import { looAlong, looAt, looOver } from '../../src/figures/view/looSurface';
import { deriveView } from '../../src/figures/view/view';
import { exampleRun } from './exampleRun';

const run = exampleRun({ n: 40, holdout: 12, method: 'three-zone' });
const { spectrum, noise, variance } = run;
const facts = factsOf(run);

function zones(lambda: number, k: number, r: number): Extract<FilterSpec, { kind: 'zones' }> {
  return { kind: 'zones', lambda, k, r };
}

function near(found: ArrayLike<number>, wanted: ArrayLike<number>, what: string, tolerance = 1e-9): void {
  assert.equal(found.length, wanted.length, what);
  for (let i = 0; i < found.length; i++) {
    if (Number.isNaN(wanted[i])) assert.ok(Number.isNaN(found[i]), `${what} ${i}: ${found[i]}`);
    else
      assert.ok(
        Math.abs(found[i] - wanted[i]) <= tolerance * (1e-6 + Math.abs(wanted[i])),
        `${what} ${i}: ${found[i]} is not ${wanted[i]}`,
      );
  }
}

test('the one pass along lambda gives what the spectrum layer gives, band included', () => {
  const values = Float64Array.from({ length: 25 }, (_, j) => 10 ** (-9 + j / 2.5));
  for (const filter of [zones(1e-3, 0, 39), zones(1e-3, 5, 39), zones(1e-3, 3, 20), zones(1e-3, 0, 1)]) {
    const between = { from: Math.min(filter.k, spectrum.rank), to: Math.min(filter.r, spectrum.rank) };
    const found = lambdaRisks(spectrum, noise, between, values);
    const path = riskPath(spectrum, noise.sigma2, filter, 'lambda', values);
    const band = riskBand(spectrum, noise, filter, 'lambda', values);
    for (const key of ['bias', 'variance', 'total', 'gcv', 'degreesOfFreedom'] as const)
      near(found[key], path[key], `${key} at k ${filter.k}, r ${filter.r}`);
    near(found.lower, band.lower, 'lower', 1e-6);
    near(found.upper, band.upper, 'upper', 1e-6);
  }
});

test('while another slider moves, every curve is that of the filter shown, in shares of the variance', () => {
  const filter = zones(axisValue(run.filter, 'lambda') * 30, 4, 25);
  const view = deriveView(run, filter, facts);
  for (const axis of ['lambda', 'k', 'r'] as const) {
    const path = view.path(axis);
    assert.equal(path.fitted, false);
    const wanted = riskPath(spectrum, noise.sigma2, filter, axis, path.values);
    for (const key of ['bias', 'variance', 'total', 'gcv'] as const)
      near(
        path[key],
        wanted[key].map((v) => v / variance),
        `${key} over ${axis}`,
      );
    near(path.degreesOfFreedom, wanted.degreesOfFreedom, `df over ${axis}`);
    assert.equal(path.total[path.least.total], Math.min(...path.total));
  }
  const risk = riskAt(spectrum, noise.sigma2, filter);
  assert.equal(view.risk.total, risk.total);
});

test('a path is handed over unchanged while only its own axis moves, and again when the others come back', () => {
  const at = (filter: FilterSpec) => deriveView(run, filter, facts);
  const fitted = at(run.filter).path('lambda');
  assert.equal(at(filterAt(run.filter, 'lambda', 0.1)).path('lambda'), fitted);
  const moved = { ...run.filter, k: 2 } as FilterSpec;
  const other = at(moved).path('lambda');
  assert.notEqual(other, fitted);
  assert.equal(at(filterAt(moved, 'lambda', 0.5)).path('lambda'), other);
  assert.equal(at(run.filter).path('lambda'), fitted);
});

test('leave-one-out between the points of the surface, and exactly on them', () => {
  const { surface } = run;
  assert.ok(surface);
  const [lambdas, ks, rs] = surface.axes.map(({ values }) => values);
  const filter = zones(lambdas[6], ks[3], rs[10]);
  const on = surface.loo[(6 * ks.length + 3) * rs.length + 10];
  near([looAt(surface, filter)], [on], 'on the grid', 1e-12);
  const along = looAlong(surface, filter, 'r', rs.slice(8, 12));
  near(
    along,
    [8, 9, 10, 11].map((i) => surface.loo[(6 * ks.length + 3) * rs.length + i]),
    'along r',
    1e-12,
  );
  const over = looOver(surface, filter, ['lambda', lambdas], ['k', ks]);
  near([over[3 * lambdas.length + 6]], [on], 'over lambda and k', 1e-12);
  const between = looAt(surface, zones(Math.sqrt(lambdas[6] * lambdas[7]), ks[3], rs[10]));
  const [a, b] = [6, 7].map((l) => surface.loo[(l * ks.length + 3) * rs.length + 10]);
  assert.ok(between >= Math.min(a, b) * (1 - 1e-12) && between <= Math.max(a, b) * (1 + 1e-12));
  assert.ok(Number.isNaN(looAt(surface, zones(1e-3, ks[ks.length - 1], rs[0]))), 'k far above r');
  assert.equal(
    looAt(surface, zones(1e-3, 0, Number.POSITIVE_INFINITY)),
    looAt(surface, zones(1e-3, 0, rs[rs.length - 1])),
  );
});

test('the interpolated leave-one-out error stays close to the one computed for the filter itself', () => {
  const small = exampleRun({ n: 40, holdout: 0, method: 'tkrr' });
  assert.ok(small.surface);
  const [own] = small.paths;
  // The run's own path over lambda was computed filter by filter; the surface holds every second lambda of it.
  const along = looAlong(small.surface, small.filter, 'lambda', own.values);
  for (let i = 0; i < along.length; i++) {
    const off = Math.abs(along[i] / own.loo[i] - 1);
    assert.ok(off < 0.05, `lambda ${own.values[i]}: ${along[i]} for ${own.loo[i]}`);
  }
});

test('maps hold the spectrum layer’s surface, and nothing where k is above r', () => {
  const map = facts.paths.riskOver(['k', 'r'], run.filter);
  const wanted = riskSurface(spectrum, noise.sigma2, run.filter, ['k', map.x], ['r', map.y]);
  near(
    map.values,
    wanted.map((v) => v / variance),
    'total',
  );
  let holes = 0;
  map.values.forEach((v, at) => {
    const crossed = map.x[at % map.x.length] > map.y[Math.floor(at / map.x.length)];
    assert.equal(Number.isNaN(v), crossed);
    holes += Number(crossed);
  });
  assert.ok(holes > 0);
  assert.equal(facts.paths.riskOver(['k', 'r'], filterAt(run.filter, 'k', 1)), map, 'kept while lambda stays');
});
