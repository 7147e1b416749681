/**
 * A table of cars, the same one each time: 160 rows unless told otherwise, ten columns of words among its 25, 74 columns once they are encoded, gaps, and
 * prices with a few odd ones, in the last column. No header: its columns are c1 to c26.
 */
export function carTable(length = 160) {
  let state = 12345;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (/** @type {number} */ n, power = 1) => Math.floor(n * random() ** power);
  const word = (/** @type {string} */ words, power = 1) => {
    const list = words.split(' ');
    return list[below(list.length, power)];
  };
  const rows = Array.from({ length }, (_, i) => {
    const size = 0.35 + 1.3 * random();
    const make = i < 22 ? i : below(22);
    const price = Math.exp(
      8.5 + 0.7 * size + 0.06 * (make % 7) + 0.15 * (random() - random()) + (i % 37 === 5 ? 0.8 : 0),
    );
    return [
      below(6) - 2,
      i % 5 === 4 ? '?' : 65 + below(190),
      `make${make}`,
      word('gas diesel', 3),
      word('plain turbo', 2),
      i === 27 ? '?' : word('four two'),
      word('sedan hatchback wagon hardtop convertible', 2),
      word('front rear all', 1.5),
      word('before behind', 5),
      (86 + 20 * size).toFixed(1),
      (140 + 30 * size + 5 * random()).toFixed(1),
      (60 + 5 * size + random()).toFixed(1),
      (48 + 10 * random()).toFixed(1),
      Math.round(1500 + 1200 * size + 200 * random()),
      word('one two three four five six seven', 2),
      word('4 6 5 8 2 3 12', 3).replace(/$/, ' cylinders'),
      Math.round(80 + 100 * size * random()),
      word('a b c d e f g h', 2),
      i % 50 === 9 ? '?' : (2.5 + random()).toFixed(2),
      i % 50 === 9 ? '?' : (2.1 + 2 * random()).toFixed(2),
      (7 + below(16)).toFixed(1),
      i === 100 ? '?' : Math.round(50 + 90 * size),
      i === 100 ? '?' : 4150 + 50 * below(40),
      13 + below(36),
      16 + below(36),
      Math.round(price),
    ].join(',');
  });
  return `${rows.join('\n')}\n`;
}
