// Units as people write them, for this program and for the ones that it exports.

/** Base units behind the prefixes that are usual for them. Others, such as Mg, more often mean something else. */
export const PREFIXED: readonly string[] = [
  'nµmcdk m',
  'nµmk g',
  'nµm s',
  'µmcdh l',
  'nµm mol',
  'kKMGT B',
  'mkMG W',
  'kMGT Wh',
  'kMG J',
  'kMG Hz',
  'mk V',
  'µm A',
  'hkM Pa',
  'm bar',
];
export const POWERS_OF: Readonly<Record<string, number>> = {
  n: -9,
  µ: -6,
  m: -3,
  c: -2,
  d: -1,
  h: 2,
  k: 3,
  K: 3,
  M: 6,
  G: 9,
  T: 12,
};
/** Words for powers of ten that stand alone, without a unit, or at a currency. */
export const MAGNITUDES: Readonly<Record<string, number>> = {
  tsd: 3,
  tausend: 3,
  thousand: 3,
  mn: 6,
  mio: 6,
  mill: 6,
  million: 6,
  millions: 6,
  millionen: 6,
  bn: 9,
  mrd: 9,
  billion: 9,
  billions: 9,
  milliarden: 9,
  万: 4,
  萬: 4,
  億: 8,
  亿: 8,
};
/** Letters for powers of ten, which at a currency mean nothing else. */
export const LETTERS: Readonly<Record<string, number>> = { k: 3, t: 3, m: 6, mm: 6, b: 9 };
/** Signs and names of currencies that mean one of them. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  US$: 'USD',
  $: 'USD',
  '€': 'EUR',
  Euro: 'EUR',
  Euros: 'EUR',
  EURO: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  zł: 'PLN',
  Kč: 'CZK',
};
/** Flags of statistical offices, which say how sure a number is: provisional, estimated, a break in the series. */
export const OFFICE_FLAGS: readonly string[] = 'b c d e f n p r s u z bd bde be bep bp bu de dep dp du ep eu pu'.split(
  ' ',
);
