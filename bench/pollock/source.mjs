// The one table that is polluted: 83 rows of a made-up shop, in the shape of the benchmark's own (nine columns, dates, times, counts,
// keys, prices, words with commas, apostrophes and doubled quotes, one backslash, addresses, a column of gaps).

/** @typedef {{ readonly text: string, readonly quoted: boolean }} Cell */

const ROWS = 83;
const THINGS = ["Men's Trail Shoes", 'Rain Jacket', 'Wool Socks', "Kids' Hat", 'Lamp', 'Camp Chair', 'Fly Rods'];
const KINDS = ['Print', 'Plaid', 'Short-Sleeve', 'Extra-Large', 'Two-Pack'];
/** Rows whose thing carries a measure in inches: 48" at the end of the cell, 5" within. */
const INCHES = new Map([
  [9, 'Table, Round 48"'],
  [20, 'Boxer, 5" Inseam'],
  [21, 'Kids\' Bike, 24"'],
  [37, 'Women\'s Boots, 10"'],
  [82, 'Boots, 10" Lined'],
]);
const SENTENCES = [
  'These boots are rugged enough for peak performance yet light and quick on the feet.',
  "The next level of protection. From running, biking or walking the dog, its safety won't let you down.",
  "You've come to expect softness, in certified cotton, for comfort.",
  'Great grip and breathability make these ideal for warm, dry conditions.',
  'Our jackets offer three times the value: for the solution to 100% of weather.',
  "This thing is tough. It's made for trips, where there isn't space for much.",
];
/** Row 12, a stray backslash in front of an apostrophe and a quote that belongs to the text. */
const BACKSLASH = `Crisp action and a light feel in our 8\\'9" length rod, designed for her.`;

/** The header and the rows, each cell with whether the source quotes it. @returns {Cell[][]} */
export function sourceTable() {
  const bare = (text) => ({ text, quoted: false });
  const quoted = (text) => ({ text, quoted: true });
  const header = [
    ...['DATE', 'TIME', 'Qty', 'PRODUCTID', 'Price', 'ProductType'].map(bare),
    quoted('ProductDescription'),
    quoted('URL'),
    bare('Comments'),
  ];
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const key = 1000 + ((i * 2741) % 9000);
    const letters = ['MG', 'RI', 'CC', 'YY', 'BH', 'AN'][i % 6];
    const thing = INCHES.get(i) ?? (i % 3 === 1 ? `${THINGS[i % 7]}, ${KINDS[i % 5]}` : THINGS[i % 7]);
    const cents = (i * 3571) % 9999;
    return [
      bare(`${two(13 + (i % 18))}/${two(1 + (i % 7))}/2018`),
      bare(`${two(i % 24)}:${two(15 * (i % 4))}`),
      bare(String((i * i) % 34)),
      bare(`${letters}-${key}`),
      // Some prices leave out a final zero, as 72 and 43.4.
      bare(`$${i % 10 === 7 ? cents / 100 : (cents / 100).toFixed(2)}`),
      { text: thing, quoted: thing.includes(',') },
      quoted(i === 11 ? BACKSLASH : SENTENCES[(i * 5) % 6]),
      quoted(`https://www.example.com/product/${letters}_${key}.html`),
      bare(''),
    ];
  });
  return [header, ...rows];
}

const two = (n) => String(n).padStart(2, '0');
