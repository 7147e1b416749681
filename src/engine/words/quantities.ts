import { count } from './numbers';

const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;
/** Nobody waits for more years, or has more terabytes. */
const MOST = 1000;

/** About how long something takes: "12 s", "3 minutes", "2 hours", "5 days", "3 years"; beyond a thousand of these no number. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 1.5 * HOUR) return `${Math.round(seconds / 60)} minutes`;
  if (seconds < 2 * DAY) return `${Math.round(seconds / HOUR)} hours`;
  if (seconds < 2 * YEAR) return `${count(Math.round(seconds / DAY))} days`;
  return seconds < MOST * YEAR ? `${Math.round(seconds / YEAR)} years` : `${count(MOST)} years or more`;
}

/** A time that is not known exactly: "6 to 15 s", "50 s to 2 minutes", "about 1 s" if both ends are written alike. */
export function durationRange([from, to]: readonly [number, number]): string {
  const [least, most] = [duration(from), duration(to)];
  if (least === most) return `about ${most}`;
  const [number, unit] = least.split(' ');
  return `${most.endsWith(` ${unit}`) ? number : least} to ${most}`;
}

/** An approximate amount of memory: "12 MB", "3.4 GB", "2.1 TB"; beyond a thousand of these no number. */
export function memorySize(bytes: number): string {
  if (bytes < 1e9) return `${Math.max(1, Math.round(bytes / 1e6))} MB`;
  if (bytes < 1e12) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes < MOST * 1e12 ? `${(bytes / 1e12).toFixed(1)} TB` : `${count(MOST)} TB or more`;
}

/** 1536 → "1.54 kB" */
export function fileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}
