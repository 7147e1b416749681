const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * A positive number as people type or paste it: 3e-5, 0.00003, 3,5e-5, 3 × 10⁻⁵, 3*10^-5, 10^-5, 1/1202.
 * Undefined when it is none.
 */
export function parsePositive(text: string): number | undefined {
  let clean = text
    .trim()
    .replace(/[\s\u00a0\u202f]/g, '')
    .replaceAll('−', '-')
    .replaceAll('⁻', '^-');
  clean = clean.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (digits) => {
    const value = [...digits].map((digit) => SUPERSCRIPTS.indexOf(digit)).join('');
    return `^${value}`;
  });
  clean = clean
    .replaceAll('^-^', '^-')
    .replace(/^10\^/, '1e')
    .replace(/[×*·x]10\^/i, 'e');
  if (/^\d+,\d+(e[-+]?\d+)?$/i.test(clean)) clean = clean.replace(',', '.');
  const ratio = /^([^/]+)\/([^/]+)$/.exec(clean);
  const value = ratio ? decimal(ratio[1]) / decimal(ratio[2]) : decimal(clean);
  return value > 0 && Number.isFinite(value) ? value : undefined;
}

function decimal(text: string): number {
  return /^[+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

/** As it stands in the fields: three digits, and a form that can be typed again. */
export function fieldText(value: number): string {
  return value >= 0.01 && value < 10_000
    ? String(Number(value.toPrecision(3)))
    : value.toExponential(2).replace('e+', 'e');
}

/** A whole number from 0, with or without thousands separators: 40, 1,030, 1 030. Undefined when it is none. */
export function parseWhole(text: string): number | undefined {
  const clean = text.trim().replace(/[\s\u00a0\u202f,]/g, '');
  return /^\d{1,9}$/.test(clean) ? Number(clean) : undefined;
}
