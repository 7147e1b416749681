const grouped = new Intl.NumberFormat('en-US');

/** 1234 → "1,234" */
export const count = (n: number): string => grouped.format(n);

/** At most `digits` significant digits, a real minus, powers of ten only where they are shorter to read. */
export function short(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return '–';
  if (x === 0) return '0';
  const size = Math.abs(x);
  const text =
    size >= 1e6 || size < 1e-4
      ? x.toExponential(digits - 2).replace(/\.?0*e\+?(-?)(\d+)/, (_, sign, power) => `e${sign}${power}`)
      : String(Number(x.toPrecision(digits)));
  return text.replaceAll('-', '−');
}

/** "1 row", "2,000 rows" */
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;

/** 1536 → "1.5 kB" */
export function bytes(n: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = n;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

/** "just now", "2 min ago", "3 h ago", "yesterday", "5 days ago", then the date. */
export function timeAgo(from: number, now: number): string {
  const minutes = Math.floor((now - from) / 60_000);
  if (!Number.isFinite(minutes)) return '';
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  if (days === 1) return 'yesterday';
  return days < 30 ? `${days} days ago` : new Date(from).toISOString().slice(0, 10);
}

/** 0.42 → "42 %" */
export const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;
