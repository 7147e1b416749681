// The ten regimes of `npm run bench -- answer --regimes`: tables drawn from a known truth, in each of which another kind of method is at home.
// A name and a seed give the same cells on every machine. Rows that judge are 2,000 fresh ones with fresh noise, but for heavy tails, whose
// few largest errors would decide the score: these are judged by the truth itself.
import { createHash } from 'node:crypto';

/** Fresh rows that judge. */
const JUDGED = 2000;
const DAY = 86_400_000;

/**
 * @typedef {object} Row
 * @property {(number | string)[]} cells of the features
 * @property {number} truth the target without noise
 * @property {number} noise
 */
/**
 * @typedef {object} Regime
 * @property {number} rows that train
 * @property {(chance: Chance) => { names: string[], row: () => Row }} draw what is fixed for a seed, such as the effects of levels, and how a row is drawn then
 * @property {'truth'} [judgedBy] where the noise would decide
 * @property {number} [orderedBy] the column in whose order the file stands
 */

/** @type {Readonly<Record<string, Regime>>} */
export const REGIMES = {
  additive: numbers(250, 4, 2, (x) => Math.sin(2 * x[0]) + x[1] ** 2 / 2 + Math.abs(x[2]), normal(0.4)),
  interaction: numbers(250, 4, 2, (x) => x[0] * x[1] + Math.sin(2 * x[2]) * x[3], normal(0.5)),
  steps: numbers(300, 4, 2, (x) => (x[0] > 0.3 ? 1.5 : 0) - (x[1] > -0.5 ? 1 : 0) + Math.floor(x[2]) / 2, normal(0.3)),
  waves: numbers(250, 6, 1, (x) => Math.sin(6 * Math.PI * x[0]) + Math.cos(4 * Math.PI * x[1]) / 2, normal(0.4)),
  'heavy tails': {
    ...numbers(
      250,
      4,
      2,
      (x) => Math.sin(2 * x[0]) + x[1] ** 2 / 2 + x[2],
      (chance) => 0.5 * chance.student(1.5),
    ),
    judgedBy: 'truth',
  },
  'unequal noise': numbers(
    250,
    4,
    2,
    (x) => Math.sin(2 * x[0]) + x[1] ** 2 / 2 + x[2],
    (chance, x) => (0.1 + 0.6 * Math.abs(x[0])) * chance.normal(),
  ),
  '36 idle columns': numbers(
    300,
    40,
    2,
    (x) => 1.2 * x[0] + Math.sin(2 * x[1]) + x[2] ** 2 / 2 + (x[0] * x[3]) / 2,
    normal(0.4),
  ),
  categories: { rows: 300, draw: categories },
  date: { rows: 300, draw: days, orderedBy: 0 },
  trend: numbers(250, 6, 2, (x) => 1.5 * x[0] + Math.sin(3 * x[1]) / 2, normal(0.5)),
};

/** The file that trains and the one that judges, as text, with the target `y` in the last column, and the truth of the second. */
export function drawRegime(name, seed) {
  const { rows, draw, judgedBy, orderedBy } = REGIMES[name];
  const chance = new Chance(`${name}/${seed}`);
  const { names, row } = draw(chance);
  const drawn = (count) => {
    const some = Array.from({ length: count }, row);
    if (orderedBy === undefined) return some;
    return some.sort((a, b) => (a.cells[orderedBy] < b.cells[orderedBy] ? -1 : 1));
  };
  const train = drawn(rows);
  const judged = drawn(JUDGED);
  const head = [...names, 'y'];
  return {
    train: text(
      head,
      train.map(({ cells, truth, noise }) => [...cells, truth + noise]),
    ),
    test: text(
      head,
      judged.map(({ cells, truth, noise }) => [...cells, judgedBy === 'truth' ? truth : truth + noise]),
    ),
    truth: text(
      ['y'],
      judged.map(({ truth }) => [truth]),
    ),
  };
}

/**
 * A file of this many rows and columns, at least five, with the target `y` in the last: for timing at sizes of which no
 * public file is at hand.
 */
export function drawSized(rows, columns) {
  const truth = (x) => Math.sin(2 * x[0]) + x[1] ** 2 / 2 + Math.abs(x[2]) + (x[3] * x[4]) / 2 + x.at(-1) / 4;
  const chance = new Chance(`${rows} by ${columns}`);
  const { names, row } = numbers(rows, columns, 2, truth, normal(0.5)).draw(chance);
  const drawn = Array.from({ length: rows }, row);
  return text(
    [...names, 'y'],
    drawn.map(({ cells, truth, noise }) => [...cells, truth + noise]),
  );
}

/** Columns of numbers, uniform on both sides of zero. */
function numbers(rows, columns, reach, truth, noise) {
  const draw = (chance) => ({
    names: Array.from({ length: columns }, (_, j) => `x${j + 1}`),
    row() {
      const cells = Array.from({ length: columns }, () => chance.between(-reach, reach));
      return { cells, truth: truth(cells), noise: noise(chance, cells) };
    },
  });
  return { rows, draw };
}

function normal(deviation) {
  return (chance) => deviation * chance.normal();
}

/** Twelve levels with an effect each, five with a slope too, and a curve. */
function categories(chance) {
  const effects = Array.from({ length: 12 }, () => 1.2 * chance.normal());
  const groups = Array.from({ length: 5 }, () => ({ effect: 0.8 * chance.normal(), slope: chance.normal() }));
  return {
    names: ['site', 'group', 'x1', 'x2'],
    row() {
      const site = Math.floor(chance.between(0, effects.length));
      const group = Math.floor(chance.between(0, groups.length));
      const [x1, x2] = [chance.between(-2, 2), chance.between(-2, 2)];
      const { effect, slope } = groups[group];
      const truth = effects[site] + effect + slope * x1 + Math.sin(2 * x2) / 2;
      return {
        cells: [`site ${'abcdefghijkl'[site]}`, `group ${'vwxyz'[group]}`, x1, x2],
        truth,
        noise: 0.5 * chance.normal(),
      };
    },
  };
}

/** Days of three years: a trend, a season, an effect of the weekday, and two numbers. */
function days(chance) {
  const first = Date.UTC(2021, 0, 1);
  const weekdays = [-1, 0.4, 0.1, 0, 0.1, 0.5, -0.8];
  return {
    names: ['date', 'temperature', 'price'],
    row() {
      const day = Math.floor(chance.between(0, 1096));
      const date = new Date(first + day * DAY);
      const season = (2 * Math.PI * day) / 365.25;
      const temperature = 12 - 9 * Math.cos(season) + 3 * chance.normal();
      const price = chance.between(1, 5);
      const truth =
        0.002 * day + Math.sin(season) + weekdays[date.getUTCDay()] + Math.cos(temperature / 4) / 2 - 0.3 * price;
      return { cells: [date.toISOString().slice(0, 10), temperature, price], truth, noise: 0.5 * chance.normal() };
    },
  };
}

function text(head, lines) {
  return `${[head, ...lines].map((cells) => cells.map(cell).join(',')).join('\n')}\n`;
}

function cell(value) {
  return typeof value === 'number' ? `${Number(value.toFixed(5))}` : value;
}

/** Random numbers that a text determines. */
class Chance {
  #state;

  constructor(text) {
    this.#state = createHash('sha256').update(text).digest().readUInt32LE();
  }

  /** mulberry32: uniform on 0 to 1, without either end. */
  uniform() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 2 ** 32;
  }

  between(low, high) {
    return low + (high - low) * this.uniform();
  }

  normal() {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** Student's t: a ratio of two uniforms on the disc (Bailey 1994). */
  student(freedom) {
    for (;;) {
      const [u, v] = [this.between(-1, 1), this.between(-1, 1)];
      const w = u * u + v * v;
      if (w < 1) return u * Math.sqrt((freedom * (w ** (-2 / freedom) - 1)) / w);
    }
  }
}
