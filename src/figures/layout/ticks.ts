import type { AxisSpec } from '../../engine/contract/figure';
import { count, date, decimalsOf, fixed, NARROW, percent, powerOfTen, year } from '../../engine/words/numbers';

/**
 * The labelled places of an axis: its own ticks, or whole decades (logarithmic) or round numbers (linear), at most
 * about `room` of them, ascending and inside the domain.
 */
export function axisTicks(axis: AxisSpec, room: number): number[] {
  const [low, high] = axis.domain;
  const inside = (v: number) => v >= low - 1e-9 * Math.abs(low) && v <= high + 1e-9 * Math.abs(high);
  const places = Math.max(2, Math.floor(room));
  if (axis.ticks !== undefined) return thinned(axis.ticks.filter(inside), places);
  if (!(high > low)) return [low];
  if (axis.format === 'level') return levelTicks(axis, places);
  // One tick gives no scale: closer ones, as many as it takes for two; between decades evenly.
  const evenly = (room: number) => linearTicks(low, high, room).filter((v) => axis.scale === 'linear' || v > 0);
  for (const ticksIn of [(room: number) => valueTicks(axis, room).filter(inside), evenly])
    for (let most = places; most <= 4 * places + 8; most++) {
      const ticks = ticksIn(most);
      if (ticks.length > 1) return ticks;
    }
  return valueTicks(axis, places).filter(inside);
}

function valueTicks({ domain: [low, high], scale, format }: AxisSpec, places: number): number[] {
  if (scale === 'log' && low === 0) return countTicks(high, places);
  if (scale === 'log') return logTicks(low, high, places, format);
  return format === 'date' ? dateTicks(low, high, places) : linearTicks(low, high, places);
}

/** The second row of an x axis: the same stretch in units multiplied by `second.factor`. */
export function secondAxis(axis: AxisSpec): AxisSpec | undefined {
  if (axis.second === undefined) return undefined;
  const { gutter, factor } = axis.second;
  const domain: [number, number] = [axis.domain[0] * factor, axis.domain[1] * factor];
  return { title: '', scale: axis.scale, domain, format: axis.format, gutter };
}

/** A tick's label. `ticks`, when given, are all ticks of the axis: labels then share their decimals, their thousands, their powers. */
export function formatTick(axis: AxisSpec, value: number, ticks: readonly number[] = axis.ticks ?? [value]): string {
  switch (axis.format) {
    case 'power':
      return power(value, ticks);
    case 'count':
      return inThousands(value, ticks) ?? (Number.isInteger(value) ? count(value) : fixed(value, decimalsOf(value)));
    case 'percent':
      return percentTick(value, ticks);
    case 'date': {
      const span = ticks.length > 1 ? ticks[1] - ticks[0] : axis.domain[1] - axis.domain[0];
      return date(value, span);
    }
    case 'year':
      return year(value);
    case 'level':
      return axis.labels?.[value] ?? '';
    case 'plain':
      return axis.scale === 'log' ? plainOnLog(value, ticks) : plainOnLinear(value, ticks);
  }
}

/** Round steps: 1, 2 or 5 times a power of ten. */
function linearTicks(low: number, high: number, room: number): number[] {
  const raw = (high - low) / room;
  const decade = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((s) => s * decade >= raw * (1 - 1e-9)) ?? 10) * decade;
  return multiples(low, high, step);
}

/** Whole decades, every second, third … of them when they are many; 1–3 or 1–2–5 inside them when they are few. */
function logTicks(low: number, high: number, room: number, format: AxisSpec['format']): number[] {
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  const decades = Math.log10(high) - Math.log10(low);
  const within =
    decades * 3 <= room && decades < 2.2 ? [1, 2, 5] : decades * 2 <= room && format === 'plain' ? [1, 3] : [1];
  if (within.length > 1 || to - from < 1) {
    const ticks: number[] = [];
    const factors = within.length > 1 ? within : [1, 2, 5];
    for (let e = from - 1; e <= to; e++) for (const f of factors) ticks.push(Number(`${f}e${e}`));
    const inside = ticks.filter((v) => v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9));
    if (inside.length >= 2) return thinned(inside, room);
    return linearTicks(low, high, Math.min(room, 4)).filter((v) => v > 0);
  }
  const step = Math.ceil((to - from + 1) / room);
  const ticks: number[] = [];
  for (let e = from; e <= to; e++) if (e % step === 0) ticks.push(Number(`1e${e}`));
  return ticks;
}

/** 0, 1, 10, 100 … on an axis of log(1 + value), with the threes between them where there is room. */
function countTicks(high: number, room: number): number[] {
  const ticks = [0];
  const decades = Math.floor(Math.log10(Math.max(1, high)) + 1e-9) + 1;
  const factors = 2 * decades + 1 <= room ? [1, 3] : [1];
  const step = Math.ceil((decades * factors.length) / Math.max(1, room - 1));
  for (let e = 0; e < decades; e += step) for (const f of factors) if (f * 10 ** e <= high) ticks.push(f * 10 ** e);
  return ticks;
}

/** Seconds, minutes, hours and days that a clock or a calendar divides evenly. */
const DAY_STEPS = [
  ...[1, 5, 15, 30].map((seconds) => seconds / 86400),
  ...[1, 5, 15, 30].map((minutes) => minutes / 1440),
  ...[1, 3, 6, 12].map((hours) => hours / 24),
  ...[1, 2, 7, 14],
];

/** Years, months or days, whichever leaves at most `room` ticks. Values are days since 1970-01-01 UTC. */
function dateTicks(low: number, high: number, room: number): number[] {
  const raw = (high - low) / room;
  if (raw < 20) {
    return multiples(low, high, DAY_STEPS.find((s) => s >= raw) ?? 14);
  }
  const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200].find((m) => m * 30.44 >= raw) ?? 12000;
  const start = new Date(low * 86400000);
  const ticks: number[] = [];
  let month = Math.floor((start.getUTCFullYear() * 12 + start.getUTCMonth()) / months) * months;
  for (; ticks.length <= 2 * room; month += months) {
    const at = new Date(0);
    at.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
    const day = at.getTime() / 86400000;
    if (!(day <= high)) break;
    if (day >= low) ticks.push(day);
  }
  return ticks;
}

function levelTicks(axis: AxisSpec, room: number): number[] {
  const all = (axis.labels ?? []).map((_, i) => i);
  return thinned(all, room);
}

function multiples(low: number, high: number, step: number): number[] {
  const ticks: number[] = [];
  const first = Math.ceil(low / step - 1e-9);
  // Rounding to 12 digits takes 0.30000000000000004 back to 0.3.
  for (let k = first; k * step <= high + 1e-9 * step && ticks.length < 100; k++)
    ticks.push(Number((k * step).toPrecision(12)) || 0);
  return ticks;
}

function thinned(ticks: readonly number[], room: number): number[] {
  const step = Math.ceil(ticks.length / room);
  return ticks.filter((_, i) => i % step === 0);
}

/** 2.5×10⁹, in three digits, or in as many as it takes to make all ticks read differently. */
function power(value: number, ticks: readonly number[]): string {
  return fewestDigits(ticks, 3, powerIn)(value);
}

/** In integer percents, or in as many decimals as it takes to make all ticks read differently. */
function percentTick(value: number, ticks: readonly number[]): string {
  const write = fewestDigits(ticks, 0, (share, decimals) => fixed(100 * share, decimals));
  const text = write(value);
  return value === 0 || text !== '0' ? `${text}${NARROW}%` : percent(value);
}

/** `write` in the fewest digits, from `least` on, in which all ticks differ. */
function fewestDigits(ticks: readonly number[], least: number, write: (value: number, digits: number) => string) {
  let digits = least;
  while (digits < 12 && new Set(ticks.map((tick) => write(tick, digits))).size < ticks.length) digits++;
  return (value: number) => write(value, digits);
}

function powerIn(value: number, digits: number): string {
  if (value === 0) return '0';
  const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  const mantissa = Number((value / 10 ** exponent).toPrecision(digits));
  return mantissa === 1 ? powerOfTen(exponent) : `${String(mantissa).replace('-', '−')}×${powerOfTen(exponent)}`;
}

/** From 10,000 on an axis is in k, from a million in M, from `most` on in powers; undefined below, and where that takes more than two decimals. */
function inThousands(value: number, ticks: readonly number[], most = 1e9): string | undefined {
  const all = [...ticks, value];
  const largest = Math.max(...all.map(Math.abs));
  if (largest < 1e4) return undefined;
  if (largest >= most) return power(value, ticks);
  // Over decades each number has its own unit: 100, 1k, 100k, 1M.
  const wide = Math.min(...all.filter((v) => v !== 0).map(Math.abs)) < largest / 1e3;
  const unitOf = (size: number) => (size >= 1e6 ? 1e6 : size >= 1e3 || !wide ? 1e3 : 1);
  const unit = unitOf(wide ? Math.abs(value) : largest);
  const decimals = wide ? decimalsOf(value / unit) : Math.max(...all.map((v) => decimalsOf(v / unit)));
  if (decimals > 2 && unit > 1) return undefined;
  return value === 0 ? '0' : `${fixed(value / unit, decimals)}${unit === 1e6 ? 'M' : unit === 1e3 ? 'k' : ''}`;
}

/** Powers of ten for all where one of them needs it: never 10⁻⁶ beside 0.1. */
function plainOnLog(value: number, ticks: readonly number[]): string {
  const sizes = [...ticks, value].filter((v) => v > 0);
  if (Math.min(...sizes) < 9.99e-5 || Math.max(...sizes) >= 1e9) return power(value, ticks);
  return inThousands(value, ticks) ?? fixed(value, decimalsOf(value));
}

/** As values beside the axis are written: powers of ten below 0.001 and from ten millions on. */
function plainOnLinear(value: number, ticks: readonly number[]): string {
  const largest = Math.max(...ticks.map(Math.abs), Math.abs(value));
  if (largest > 0 && largest < 1e-3) return power(value, ticks);
  return inThousands(value, ticks, 1e7) ?? fixed(value, Math.max(...ticks.map(decimalsOf)));
}
