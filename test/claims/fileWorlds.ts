import type { Random } from '../../src/engine/data/random';

/** Rows of a made file; a cell is the content that the file has. */
export interface Made {
  readonly names: readonly string[];
  readonly cells: readonly (readonly (string | number)[])[];
  readonly y: Float64Array;
}

/** A file, and rows that nobody has seen, by the same process or later ones. */
export interface FileWorld {
  readonly file: Made;
  readonly fresh: Made;
  /** Other rows of the same days as the last fifth of the file; absent where rows have no order. */
  readonly sameDays?: Made;
  /** The columns that the target changes with. */
  readonly seen: readonly string[];
}

const FRESH = 5000;
const uniform = (random: Random) => 4 * random.uniform() - 2;
const chiSquared = (random: Random, df: number) =>
  Array.from({ length: df }, () => random.normal() ** 2).reduce((a, b) => a + b, 0);
/** Student's t. */
const heavy = (random: Random, df: number) => random.normal() / Math.sqrt(chiSquared(random, df) / df);

const FUNCTIONS: readonly ((x: readonly number[]) => number)[] = [
  ([a, b, c]) => Math.sin(2 * a) + (b * b) / 2 + c / 2,
  ([a, b, c]) => a * b + Math.sin(2 * c),
  ([a, b, c]) => a + b / 2 - c,
  ([a, b]) => 3 * Math.exp(-2 * (a * a + b * b)),
];
const NAMES = ['a', 'b', 'c', 'd'];
const seenBy = (seed: number) => (seed % 4 === 3 ? ['a', 'b'] : ['a', 'b', 'c']);
const rowsOf = (seed: number) => [75, 150, 300, 600][(seed % 4) ^ (Math.floor(seed / 4) % 4)];

type Draw = (random: Random, rows: number) => Omit<Made, 'names'>;
function plain(random: Random, rows: number, names: readonly string[], seen: readonly string[], draw: Draw): FileWorld {
  return { file: { names, ...draw(random, rows) }, fresh: { names, ...draw(random, FRESH) }, seen };
}

const table = (rows: readonly (readonly [cells: readonly (string | number)[], y: number])[]): Omit<Made, 'names'> => ({
  cells: rows.map(([cells]) => cells),
  y: Float64Array.from(rows, ([, y]) => y),
});
const many = <T>(count: number, each: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => each(i));
const poisson = (random: Random, mean: number) => {
  let [k, p] = [0, random.uniform()];
  const end = Math.exp(-mean);
  while (p > end) {
    k++;
    p *= random.uniform();
  }
  return k;
};

/** Files as people have them, row by row at random. */
export const FILE_WORLDS: Readonly<Record<string, (random: Random, seed: number) => FileWorld>> = {
  heavyTails: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          return [x, f(x) + 0.5 * heavy(r, seed % 2 === 0 ? 2 : 3)];
        }),
      ),
    );
  },
  targetOutliers: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    const share = [0.01, 0.05][seed % 2];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          const y = f(x) + 0.3 * r.normal();
          return [x, r.uniform() < share ? (r.uniform() < 0.5 ? 10 * y : y + 20 * r.normal()) : y];
        }),
      ),
    );
  },
  slippedInput: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    const share = [0.01, 0.03][seed % 2];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          const y = f(x) + 0.3 * r.normal();
          const slipped = r.uniform() < share ? x.map((v, c) => (c === 0 ? v * (r.uniform() < 0.5 ? 10 : 100) : v)) : x;
          return [slipped, y];
        }),
      ),
    );
  },
  multiplicative: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          return [x, Math.exp((seed % 2 === 0 ? 1 : 1.7) * f(x) + 0.5 * r.normal())];
        }),
      ),
    );
  },
  counts: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          return [x, poisson(r, [1, 3, 10][seed % 3] * Math.exp(0.4 * f(x)))];
        }),
      ),
    );
  },
  zeros: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          const zero = r.uniform() < 1 / (1 + Math.exp(f(x) - 1));
          return [x, zero ? 0 : Number((20 * Math.exp(0.4 * f(x) + 0.4 * r.normal())).toFixed(1))];
        }),
      ),
    );
  },
  missingCells: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    const share = [0.05, 0.15, 0.3][seed % 3];
    return plain(random, rowsOf(seed), NAMES, seenBy(seed), (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          return [x.map((v) => (r.uniform() < share ? '' : v)), f(x) + 0.3 * r.normal()];
        }),
      ),
    );
  },
  categories: (random, seed) => {
    const levels = [2, 6, 20, 60][seed % 4];
    const effects = many(levels, () => random.normal());
    const matters = seed % 3 !== 0;
    return plain(random, rowsOf(seed), ['a', 'b', 'kind', 'noise'], matters ? ['a', 'b', 'kind'] : ['a', 'b'], (r, n) =>
      table(
        many(n, () => {
          const [a, b] = [uniform(r), uniform(r)];
          const kind = r.below(levels);
          const y = Math.sin(1.5 * a) + b / 2 + (matters ? effects[kind] : 0) + 0.5 * r.normal();
          return [[a, b, `k${kind}`, `z${r.below(levels)}`], y];
        }),
      ),
    );
  },
  nearDuplicates: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    const names = [...NAMES, 'a2', 'b2', 'id'];
    let id = 1000;
    return plain(random, rowsOf(seed), names, [...seenBy(seed), 'a2', 'b2'], (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          const cells = [...x.map((v) => v.toFixed(1)), (2.54 * x[0]).toFixed(2), x[1] + 0.01 * r.normal(), id++];
          return [cells, f(x) + 0.3 * r.normal()];
        }),
      ),
    );
  },
  leak: (random, seed) => {
    const f = FUNCTIONS[seed % 4];
    const size = [0.02, 0.1, 0.2][seed % 3];
    return plain(random, rowsOf(seed), [...NAMES, 'late'], [...seenBy(seed), 'late'], (r, n) =>
      table(
        many(n, () => {
          const x = NAMES.map(() => uniform(r));
          const y = f(x) + 0.5 * r.normal();
          return [[...x, y + size * r.normal()], y];
        }),
      ),
    );
  },
};

/** Futures that may follow the same past. */
const FUTURES = 20;

/** Rows in groups, each with a level of its own and one column that is the same for all its rows; fresh rows are of other groups. */
export function grouped(random: Random, seed: number): FileWorld {
  const [groups, size] = [
    [12, 8],
    [25, 6],
    [40, 5],
  ][seed % 3];
  const names = ['plant', 'a', 'b', 'c'];
  const level = [0.3, 1][Math.floor(seed / 3) % 2];
  const made = (count: number, first: number) =>
    many(count, (g) => {
      const [base, c] = [level * random.normal(), uniform(random)];
      return many(size, () => {
        const [a, b] = [uniform(random), uniform(random)];
        const y = Math.sin(1.5 * a) + 0.4 * b + (seed % 2 ? 0.5 * c : 0) + base + 0.3 * random.normal();
        return [[`P${first + g}`, a, b, c], y] as const;
      });
    }).flat();
  return {
    file: { names, ...table(made(groups, 0)) },
    fresh: { names, ...table(made(600, 1000)) },
    seen: seed % 2 ? ['a', 'b', 'c'] : ['a', 'b'],
  };
}

/** Days in order, with a drift, autocorrelated noise or a season: the fresh rows are the days that follow. */
export function series(random: Random, seed: number): FileWorld {
  const how = (['drift', 'ar', 'season'] as const)[Math.floor(seed / 4) % 3];
  const n = [100, 200, 365, 600][seed % 4];
  const later = Math.round(n / 5);
  const names = ['day', 'a', 'b', 'c'];
  let state = 0;
  const drawn = () => many(3, () => uniform(random));
  const row = (t: number) => {
    const x = drawn();
    state = 0.9 * state + Math.sqrt(1 - 0.81) * random.normal();
    return of(t, state, x);
  };
  const of = (t: number, state: number, x: readonly number[]) => {
    const extra = how === 'drift' ? (2 * t) / n : how === 'ar' ? state : 1.5 * Math.sin((2 * Math.PI * t) / 91);
    const date = new Date(Date.UTC(2021, 0, 1 + t)).toISOString().slice(0, 10);
    return [[date, ...x], Math.sin(1.5 * x[0]) + 0.4 * x[1] + extra + 0.3 * random.normal()] as const;
  };
  const states: number[] = [];
  const rows = many(n, (t) => {
    const made = row(t);
    states.push(state);
    return made;
  });
  const last = state;
  const futures = many(FUTURES, () => {
    state = last;
    return many(later, (i) => row(n + i));
  }).flat();
  const sameDays = many(FUTURES, () => many(later, (i) => of(n - later + i, states[n - later + i], drawn()))).flat();
  const day = how === 'ar' ? [] : ['day'];
  return {
    file: { names, ...table(rows) },
    fresh: { names, ...table(futures) },
    sameDays: { names, ...table(sameDays) },
    seen: ['a', 'b', ...day],
  };
}
