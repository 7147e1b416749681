import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quietContext } from '../../../src/engine/contract/context';
import type { ReadRules } from '../../../src/engine/contract/data';
import { ENCODING_NAMES, type Encoding } from '../../../src/engine/contract/encodings';
import { frozenReading } from '../../../src/engine/data/frozenReading';
import { legacyEncoding } from '../../../src/engine/data/legacyEncoding';
import { Random } from '../../../src/engine/data/random';
import { readTable } from '../../../src/engine/data/readTable';
import type { Table } from '../../../src/engine/data/table';

/** Names of towns, in which each encoding below is used. */
const TOWNS = {
  russian: 'Москва Новосибирск Екатеринбург Казань Самара Челябинск Омск Уфа Волгоград Пермь Воронеж Тверь',
  ukrainian: 'Київ Харків Львів Чернівці Запоріжжя Вінниця Кременчук Тернопіль Рівне Ужгород Житомир Миколаїв',
  polish: 'Łódź Kraków Wrocław Poznań Gdańsk Częstochowa Białystok Rzeszów Toruń Świdnica Zamość Suwałki',
  czech: 'Plzeň Kroměříž Děčín Třebíč Přerov Žďár Jičín Zlín Litoměřice Louny Písek Břeclav',
  german: 'München Köln Düsseldorf Nürnberg Göttingen Saarbrücken Lübeck Würzburg Tübingen Gießen Plön Zürich',
  french: 'Orléans Besançon Nîmes Béziers Angoulême Évry Châteauroux Compiègne Alès Sète Mâcon Périgueux',
  greek: 'Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Καβάλα Καλαμάτα Χανιά Ρόδος Κέρκυρα',
  turkish: 'İstanbul İzmir Şanlıurfa Diyarbakır Eskişehir Muğla Çanakkale Gümüşhane Kırşehir Niğde Uşak Aydın',
  hebrew: 'ירושלים חיפה אשדוד נתניה חולון אשקלון רחובות הרצליה נצרת עכו טבריה צפת',
  arabic: 'القاهرة الرياض بغداد دمشق بيروت عمان الدوحة تونس الجزائر الخرطوم الكويت طرابلس',
  lithuanian:
    'Šiauliai Panevėžys Kėdainiai Mažeikiai Telšiai Plungė Tauragė Ukmergė Radviliškis Biržai Kupiškis Rokiškis',
  thai: 'กรุงเทพ เชียงใหม่ ภูเก็ต ขอนแก่น นครราชสีมา อุดรธานี สงขลา ระยอง ลำปาง ตรัง เลย น่าน',
  japanese: '東京 大阪 名古屋 横浜 札幌 神戸 京都 福岡 さいたま つくば カメラ データ',
  chinese: '北京 上海 广州 深圳 成都 重庆 武汉 西安 杭州 南京 天津 苏州',
  traditional: '臺北 高雄 臺中 臺南 新竹 嘉義 基隆 桃園 屏東 花蓮 宜蘭 彰化',
  korean: '서울 부산 대구 인천 광주 대전 울산 수원 창원 고양 용인 성남',
} as const;

const USED: readonly (readonly [Encoding, keyof typeof TOWNS])[] = [
  ['windows-1251', 'russian'],
  ['koi8-r', 'russian'],
  ['ibm866', 'russian'],
  ['x-mac-cyrillic', 'russian'],
  ['windows-1251', 'ukrainian'],
  ['koi8-u', 'ukrainian'],
  ['windows-1250', 'polish'],
  ['iso-8859-2', 'polish'],
  ['windows-1250', 'czech'],
  ['windows-1252', 'german'],
  ['macintosh', 'german'],
  ['windows-1252', 'french'],
  ['macintosh', 'french'],
  ['windows-1253', 'greek'],
  ['windows-1254', 'turkish'],
  ['windows-1255', 'hebrew'],
  ['windows-1256', 'arabic'],
  ['windows-1257', 'lithuanian'],
  ['windows-874', 'thai'],
  ['shift_jis', 'japanese'],
  ['euc-jp', 'japanese'],
  ['gbk', 'chinese'],
  ['big5', 'traditional'],
  ['euc-kr', 'korean'],
];
const PAIRS: ReadonlySet<Encoding> = new Set(['shift_jis', 'euc-jp', 'gbk', 'big5', 'euc-kr']);

const encoders = new Map<Encoding, ReadonlyMap<string, readonly number[]>>();

/**
 * The bytes from 0x80 on that are signs in Windows-1252, from Microsoft's table: decoders of several versions of Node.js
 * take them for the control characters of Latin-1.
 */
const SIGNS_OF_1252 = new Map(
  (
    [
      [0x80, '€'],
      [0x82, '‚'],
      [0x83, 'ƒ'],
      [0x84, '„'],
      [0x85, '…'],
      [0x86, '†'],
      [0x87, '‡'],
      [0x88, 'ˆ'],
      [0x89, '‰'],
      [0x8a, 'Š'],
      [0x8b, '‹'],
      [0x8c, 'Œ'],
      [0x8e, 'Ž'],
      [0x91, '‘'],
      [0x92, '’'],
      [0x93, '“'],
      [0x94, '”'],
      [0x95, '•'],
      [0x96, '–'],
      [0x97, '—'],
      [0x98, '˜'],
      [0x99, '™'],
      [0x9a, 'š'],
      [0x9b, '›'],
      [0x9c, 'œ'],
      [0x9e, 'ž'],
      [0x9f, 'Ÿ'],
    ] as const
  ).map(([byte, sign]) => [sign, [byte]]),
);

/** Node has no encoder but for Unicode: its decoder is asked of every byte, and of every pair of bytes. */
function encoderOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const known = encoders.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !bytesOf.has(text)) bytesOf.set(text, bytes);
    } catch {}
  };
  for (let a = 0; a < 256; a++) learn(a);
  if (PAIRS.has(encoding)) for (let a = 0x81; a < 0xff; a++) for (let b = 0x40; b < 0xff; b++) learn(a, b);
  if (encoding === 'windows-1252') for (const [sign, bytes] of SIGNS_OF_1252) bytesOf.set(sign, bytes);
  encoders.set(encoding, bytesOf);
  return bytesOf;
}

function encoded(text: string, encoding: Encoding): Uint8Array {
  const bytesOf = encoderOf(encoding);
  return Uint8Array.from([...text].flatMap((c) => bytesOf.get(c) ?? assert.fail(`${encoding} has no ${c}`)));
}

const read = (bytes: Uint8Array, rules: ReadRules = {}): Promise<Table> =>
  readTable({ kind: 'bytes', name: 'file.csv', bytes }, rules, quietContext);

function towns(table: Table): readonly string[] {
  const column = table.columns[table.inspection.columns.findIndex(({ name }) => name === 'town')];
  assert.ok('codes' in column);
  return Array.from(column.codes, (code) => column.levels[code]);
}

const notes = (table: Table) => table.inspection.notes.filter(({ code }) => /encoding|broken-text/.test(code));

const fileOf = (names: readonly string[], delimiter = ';') =>
  `town${delimiter}y\n${names.map((name, i) => `${name}${delimiter}${i % 7}.${i % 3}`).join('\n')}\n`;

/** 36 towns of the language, drawn at random. */
function rowsOf(language: keyof typeof TOWNS): readonly string[] {
  const names = TOWNS[language].split(' ');
  const random = new Random(11);
  return Array.from({ length: 36 }, () => names[Math.floor(random.uniform() * names.length)]);
}

for (const [encoding, language] of USED)
  test(`${language} in ${encoding} is found and noted with a word, by hand without a note`, async () => {
    const names = rowsOf(language);
    const bytes = encoded(fileOf(names), encoding);
    const found = await read(bytes);
    assert.deepEqual(towns(found), names);
    const [note, ...more] = notes(found);
    assert.deepEqual(more, []);
    assert.match(note.text, /^The text is read as .* \(.*\), as in “.+”|^The text is read as /);
    assert.ok(
      TOWNS[language].split(' ').some((name) => note.text.includes(`“${name}”`)),
      note.text,
    );
    const given = await read(bytes, { encoding });
    assert.deepEqual([towns(given), notes(given)], [names, []]);
  });

test('single rows are read in the encoding of the file that they come from', async () => {
  for (const [encoding, language] of USED) {
    const names = rowsOf(language);
    const whole = await read(encoded(fileOf(names), encoding));
    const frozen = frozenReading(whole.inspection);
    for (const name of new Set(names)) {
      const one = await read(encoded(fileOf([name]), encoding), { frozen });
      assert.deepEqual([towns(one), notes(one)], [[name], []], `${name} in ${encoding}`);
    }
  }
});

test('a file in another encoding than that of the training rows is read in its own, and says so', async () => {
  const trained = await read(encoded(fileOf(rowsOf('german')), 'windows-1252'));
  const frozen = frozenReading(trained.inspection);
  for (const [encoding, language] of USED.filter(([, tongue]) => ['russian', 'greek', 'japanese'].includes(tongue))) {
    const names = rowsOf(language);
    const other = await read(encoded(fileOf(names), encoding), { frozen });
    assert.deepEqual(towns(other), names, encoding);
    assert.equal(notes(other).length, 1);
  }
  const unicode = await read(new TextEncoder().encode(fileOf(rowsOf('greek'))), { frozen });
  assert.deepEqual(towns(unicode), rowsOf('greek'));
});

test('letters that come after a megabyte of ASCII are read in their encoding', async () => {
  const names = [...Array.from({ length: 130_000 }, (_, i) => `town ${i % 9}`), ...rowsOf('russian')];
  assert.deepEqual(towns(await read(encoded(fileOf(names), 'koi8-r'))).slice(-36), rowsOf('russian'));
});

for (const rows of [40, 200_000])
  test(`a broken byte among ${rows} rows of UTF-8 costs its character`, async () => {
    const names = Array.from({ length: rows }, (_, i) => (i === 3 || i === rows - 2 ? 'Zürich' : `town ${i % 5}`));
    const bytes = Buffer.from(fileOf(names));
    const at = bytes.lastIndexOf('ü');
    const broken = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    const table = await read(broken);
    assert.equal(table.inspection.dialect.encoding, 'utf-8');
    const expected = [...names];
    expected[rows - 2] = 'Z\ufffdrich';
    assert.deepEqual(towns(table), expected);
    assert.deepEqual(
      notes(table).map(({ code }) => code),
      ['data/broken-text'],
    );
  });

test('bytes that make words in no encoding are noted as such', async () => {
  const random = new Random(5);
  const byte = () => 0x80 + Math.floor(random.uniform() * 0x40);
  const lines = Array.from({ length: 40 }, (_, i) =>
    Buffer.concat([Uint8Array.from([byte(), 0x41, byte(), byte(), 0x42, byte()]), Buffer.from(`;${i}\n`)]),
  );
  const table = await read(Buffer.concat([Buffer.from('town;y\n'), ...lines]));
  const [note, ...more] = notes(table);
  assert.deepEqual(more, []);
  assert.match(note.text, /, but its characters make no words\. If that is wrong, set the encoding\.$/);
});

test('signs beside numbers are no other encoding than Windows-1252', async () => {
  const table = await read(
    Buffer.from(`t;y\n${Array.from({ length: 40 }, (_, i) => `${i} °C;${i}`).join('\n')}\n`, 'latin1'),
  );
  assert.equal(table.inspection.dialect.encoding, 'windows-1252');
  assert.equal(table.inspection.columns[0].kind, 'number');
});

test('a second byte that is a bar separates no cells', async () => {
  const names = Array.from({ length: 30 }, (_, i) => ['ポスト', 'ポーランド', 'スポーツ'][i % 3]);
  const bytes = encoded(fileOf(names, ','), 'shift_jis');
  assert.ok(bytes.includes(0x7c));
  assert.deepEqual(towns(await read(bytes)), names);
  const bars = encoded(fileOf(names, '|'), 'shift_jis');
  assert.deepEqual(towns(await read(bars, { delimiter: '|' })), names);
});

test('a delimiter that is a control character and given by hand is read', async () => {
  for (const delimiter of ['\x1f', '\x01', '\x1e']) {
    const table = await read(Buffer.from(fileOf(rowsOf('german'), delimiter)), { delimiter });
    assert.deepEqual(towns(table), rowsOf('german'));
  }
});

test('the sign of the end of a file in DOS is no cell', async () => {
  const table = await read(Buffer.from(`${fileOf(rowsOf('german'))}\x1a`));
  assert.equal(table.inspection.rows, 36);
});

test('an encoding is one that can be decoded', () => {
  for (const name of ENCODING_NAMES) assert.equal(new TextDecoder(name).encoding, name);
});

test('an encoding that is set and is hardly that of the text is noted, and one that is, is not', async () => {
  for (const [encoding, language] of USED.filter(([, tongue]) => /russian|greek|german|japanese/.test(tongue))) {
    const bytes = encoded(fileOf(rowsOf(language)), encoding);
    for (const set of ['windows-1252', 'windows-1251', 'shift_jis'] as const) {
      const table = await read(bytes, { encoding: set });
      const codes = notes(table).map(({ code }) => code);
      const same = JSON.stringify(towns(table)) === JSON.stringify(rowsOf(language));
      const close = new Set<Encoding>(['windows-1251', 'x-mac-cyrillic']);
      if (same) assert.deepEqual(codes, [], `${language} in ${encoding} as ${set}`);
      else if (!(close.has(encoding) && close.has(set)))
        assert.notDeepEqual(codes, [], `${language} in ${encoding} as ${set}`);
    }
  }
  const unicode = await read(new TextEncoder().encode(fileOf(rowsOf('french'))), { encoding: 'windows-1252' });
  assert.match(
    notes(unicode)[0].text,
    /, as was set, and looks like UTF-8\. If that is wrong, let the encoding be found\.$/,
  );
});

/** Languages that are written in each of these, beside those above. */
const WRITTEN: readonly (readonly [Encoding, string])[] = [
  ['windows-1252', 'de fr es it pt nl sv da nb fi is ca gl af'],
  ['iso-8859-15', 'de fr es it pt nl sv da nb fi is ca gl af'],
  ['macintosh', 'de fr es it pt nl sv da nb fi is ca gl af'],
  ['windows-1250', 'pl cs hu sk sl hr ro'],
  ['iso-8859-2', 'pl cs hu sk sl hr ro'],
  ['windows-1251', 'ru uk bg be mk sr'],
  ['iso-8859-5', 'ru bg be mk sr'],
  ['ibm866', 'ru bg be'],
  ['iso-8859-7', 'el'],
  ['windows-1256', 'ar fa'],
  ['windows-1257', 'lt lv'],
];

test('names of countries in 28 languages are read as they were written, nine lists of ten in ten', () => {
  const random = new Random(3);
  const wrong: string[] = [];
  let texts = 0;
  for (const [encoding, languages] of WRITTEN)
    for (const language of languages.split(' ')) {
      const regions = new Intl.DisplayNames(language, { type: 'region' });
      const codes =
        'AT BE BG BR CH CI CY CZ DK EE ES FI FR GB GR HR HU IE IS IT JP LT LV ME MX NO PE RO RS SE SI SK TR UA US';
      const words = codes
        .split(' ')
        .flatMap((code) => (regions.of(code) ?? '').split(/[\s()-]+/))
        .filter((word) => /[^\0-\x7f]/.test(word) && [...word].every((c) => encoderOf(encoding).has(c)));
      if (words.length < 5) continue;
      for (let i = 0; i < 10; i++) {
        const text = Array.from({ length: 10 }, () => words[Math.floor(random.uniform() * words.length)]).join(' ');
        const { value } = legacyEncoding(encoded(text, encoding), undefined);
        texts++;
        if (new TextDecoder(value).decode(encoded(text, encoding)) !== text)
          wrong.push(`${language} in ${encoding}: ${value}`);
      }
    }
  assert.ok(texts > 500, `${texts}`);
  assert.ok(wrong.length < 0.1 * texts, `${wrong.length} of ${texts}: ${[...new Set(wrong)].join(', ')}`);
});

test('new rows are read in an encoding in which the names of the training file stand in them, however few say so', async () => {
  const signs = ['Temperatur [°C]', 'Fläche (m²)', 'Größe', 'Preis €', 'd (µm)', 'Año', 'Hôtel', 'Øst', '± 2σ'];
  const towns = Object.values(TOWNS).flatMap((names) => names.split(' ').slice(0, 3));
  const wrong: string[] = [];
  let files = 0;
  for (const name of [...signs, ...towns]) {
    const content = (first: number) =>
      `${name};b;y\n${Array.from({ length: 30 }, (_, i) => `${first + i};${i % 5};${i % 7}`).join('\n')}\n`;
    const frozen = frozenReading((await read(Buffer.from(content(0)))).inspection);
    for (const encoding of ENCODING_NAMES) {
      if (encoding.startsWith('utf') || ![...name].every((c) => c < '\x80' || encoderOf(encoding).has(c))) continue;
      // A few letters in pairs of bytes may be damaged UTF-8 just as well.
      const damaged = new TextDecoder().decode(encoded(name, encoding)).replace(/[\0-\x7f]/g, '');
      if (2 * damaged.replaceAll('\ufffd', '').length >= damaged.length) continue;
      files++;
      const table = await read(encoded(content(100), encoding), { frozen });
      if (table.inspection.columns[0].name !== name) wrong.push(`${name} in ${encoding}`);
    }
  }
  assert.ok(files > 200, `${files}`);
  assert.deepEqual(wrong, []);
});

test('every sign of Windows-1252 is read as it was written, whatever the decoder of the machine makes of it', async () => {
  for (const sign of SIGNS_OF_1252.keys()) {
    const written = `Straße ${sign}`;
    const content = `town;y\n${Array.from({ length: 30 }, (_, i) => `${i % 2 ? written : 'Köln'};${i}`).join('\n')}\n`;
    const table = await read(encoded(content, 'windows-1252'), { encoding: 'windows-1252' });
    assert.deepEqual([...new Set(towns(table))].sort(), ['Köln', written]);
  }
  const prices = `Größe;Preis\n${Array.from({ length: 40 }, (_, i) => `groß;${i},50 €`).join('\n')}\n`;
  const [, price] = (await read(encoded(prices, 'windows-1252'))).inspection.columns;
  assert.deepEqual([price.kind, price.reading?.kind === 'number' && price.reading.unit], ['number', '€']);
});
