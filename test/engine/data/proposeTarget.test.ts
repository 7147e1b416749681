import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../src/engine/data/random';
import { readText } from './reading';
import { type CellKind, PUBLIC } from './targetFiles';

const ROWS = 40;

/** The cells of a column, all drawn. */
const CELLS: Readonly<Record<CellKind, (i: number, random: Random) => string | number>> = {
  n: (_, random) => Number((10 * random.normal()).toFixed(3)),
  w: (_, random) => random.below(6) + 1,
  i: (i) => i + 1,
  c: (_, random) => ['oak', 'elm', 'ash'][random.below(3)],
  b: (_, random) => ['yes', 'no'][random.below(2)],
  '0': (_, random) => random.below(2),
  d: (i) => new Date(Date.UTC(2021, 0, 1 + i)).toISOString().slice(0, 10),
  t: (i) => `text ${i} of it`,
  m: (i, random) => (i % 10 === 0 ? random.below(90) : ''),
};

type Drawn = readonly [name: string, kind: CellKind];

/** The column that is proposed for a table of such columns. */
async function proposed(columns: readonly Drawn[], random: Random, header = true): Promise<string | undefined> {
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const rows = Array.from({ length: ROWS }, (_, i) => columns.map(([, kind]) => CELLS[kind](i, random)));
  const lines = [...(header ? [columns.map(([name]) => name)] : []), ...rows].map((cells) =>
    cells.map(quoted).join(','),
  );
  const { inspection } = await readText(`${lines.join('\n')}\n`, { header });
  const { columns: summaries, defaultTarget } = inspection;
  return defaultTarget === undefined ? undefined : summaries[defaultTarget].name;
}

/** Names that say so anywhere, names that say so at an end of a file, and names of features, as people of seven languages write them. */
const LANGUAGES = {
  English: {
    sure: ['target', 'label', 'outcome', 'response', 'dependent variable'],
    strong: ['survived', 'price', 'sale price', 'churn', 'diagnosis', 'median house value', 'price of the flat'],
    weak: ['count', 'cnt', 'quality', 'score', 'grade', 'crop yield', 'strength', 'weekly sales', 'revenue', 'default'],
    features: [
      'age',
      'width',
      'unit price',
      'previous sales',
      'area',
      'temperature',
      'interest rate',
      'market value',
      'credit score',
      'district',
    ],
  },
  German: {
    sure: ['Zielgröße', 'Zielvariable', 'Ziel'],
    strong: ['Preis', 'Verkaufspreis', 'überlebt', 'Diagnose'],
    weak: ['Anzahl', 'Qualität', 'Druckfestigkeit', 'Ertrag', 'Umsatz', 'Note'],
    features: ['Alter', 'Breite', 'Höhe', 'Wohnfläche', 'Umsatz Vorjahr', 'Zinssatz', 'Bezirk', 'Mietdauer'],
  },
  French: {
    sure: ['cible', 'variable cible', 'étiquette'],
    strong: ['prix', 'prix de vente', 'survécu', 'diagnostic'],
    weak: ['qualité', 'rendement', 'ventes', 'nombre', 'note'],
    features: ['âge', 'largeur', 'prix unitaire', 'surface', 'température', 'durée', 'taux de change'],
  },
  Spanish: {
    sure: ['objetivo', 'variable objetivo'],
    strong: ['precio', 'precio de venta', 'sobrevivió', 'diagnóstico'],
    weak: ['calidad', 'rendimiento', 'ventas', 'calificación', 'conteo'],
    features: ['edad', 'anchura', 'precio unitario', 'superficie', 'tasa de interés', 'región', 'duración'],
  },
  Italian: {
    sure: ['obiettivo', 'variabile obiettivo', 'esito'],
    strong: ['prezzo', 'prezzo di vendita', 'sopravvissuto', 'diagnosi'],
    weak: ['qualità', 'resa', 'vendite', 'voto', 'fatturato'],
    features: ['età', 'larghezza', 'prezzo unitario', 'superficie', 'città', 'tasso di cambio'],
  },
  Portuguese: {
    sure: ['alvo', 'variável alvo', 'desfecho'],
    strong: ['preço', 'preço de venda', 'sobreviveu', 'diagnóstico'],
    weak: ['qualidade', 'produtividade', 'vendas', 'contagem', 'receita'],
    features: ['idade', 'largura', 'preço unitário', 'área', 'região', 'taxa de juros'],
  },
  Dutch: {
    sure: ['doel', 'doelvariabele', 'uitkomst'],
    strong: ['prijs', 'verkoopprijs', 'overleefd'],
    weak: ['kwaliteit', 'aantal', 'opbrengst', 'omzet', 'cijfer'],
    features: ['leeftijd', 'breedte', 'oppervlakte', 'wijk', 'temperatuur', 'gemiddelde prijs'],
  },
} as const;
type Language = keyof typeof LANGUAGES;
const ALL = Object.keys(LANGUAGES) as Language[];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const STYLES: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replaceAll(' ', '_').toLowerCase(),
  (name) => name.replaceAll(' ', '.'),
  (name) => name.split(' ').map(capital).join(' '),
  (name) =>
    name
      .split(' ')
      .map((word, i) => (i === 0 ? word.toLowerCase() : capital(word)))
      .join(''),
  (name) => name.split(' ').map(capital).join(''),
  (name) => name.normalize('NFD'),
  (name) => name.normalize('NFD').replace(/\p{M}/gu, ''),
];

const pick = <T>(from: readonly T[], random: Random): T => from[random.below(from.length)];
const styled = (name: string, random: Random) => pick(STYLES, random)(name);
const KINDS: readonly CellKind[] = ['n', 'w', 'c', 'b', '0'];
const UNFIT: readonly CellKind[] = ['i', 'd', 't'];

function features(language: Language, random: Random): Drawn[] {
  const names = new Set<string>();
  const most = 2 + random.below(5);
  while (names.size < most) names.add(pick(LANGUAGES[language].features, random));
  return [...names].map((name) => [styled(name, random), pick(KINDS, random)]);
}

/** Columns with others put among them; ids, dates and a category at the end change nothing. */
function mixed(
  columns: readonly Drawn[],
  others: readonly Drawn[],
  at: 'first' | 'middle' | 'last',
  random: Random,
): Drawn[] {
  const middle = 1 + random.below(columns.length - 1);
  const place = at === 'first' ? 0 : at === 'last' ? columns.length : middle;
  const all = [...columns.slice(0, place), ...others, ...columns.slice(place)];
  const front: Drawn[] = random.below(2) === 0 ? [['id', 'i']] : [];
  const back: Drawn[] = random.below(2) === 0 ? [['day', 'd']] : [];
  return [...front, ...all, ...back];
}

const PLACES = ['first', 'middle', 'last'] as const;

test('a name that says so decides wherever it stands, in seven languages and in every way of writing', async () => {
  const random = new Random(1);
  for (const language of ALL) {
    const { sure, strong } = LANGUAGES[language];
    for (const plain of [...sure, ...strong])
      for (const place of PLACES) {
        const name = styled(plain, random);
        const columns = mixed(features(language, random), [[name, pick(KINDS, random)]], place, random);
        assert.equal(
          await proposed(columns, random),
          name.normalize(),
          `${language}: ${columns.map(([each]) => each).join(', ')}`,
        );
      }
  }
});

test('a name that features have too decides only at an end, and a feature never', async () => {
  const random = new Random(2);
  for (const language of ALL)
    for (const [i, weak] of LANGUAGES[language].weak.flatMap((each) => [each, each]).entries()) {
      const name = styled(weak, random);
      const place = i % 2 === 0 ? 'middle' : pick(['first', 'last'] as const, random);
      const columns = mixed(features(language, random), [[name, pick(KINDS, random)]], place, random);
      const expected = place === 'middle' ? undefined : name.normalize();
      assert.equal(
        await proposed(columns, random),
        expected,
        `${language}: ${columns.map(([each]) => each).join(', ')}`,
      );
      assert.equal(await proposed(mixed(features(language, random), [], 'last', random), random), undefined, language);
    }
});

test('of several such names none decides, but one that is said of nothing else', async () => {
  const random = new Random(3);
  for (const language of ALL)
    for (const named of LANGUAGES[language].strong.flatMap((each) => PLACES.map(() => each))) {
      const { sure, weak } = LANGUAGES[language];
      const two: Drawn[] = [named, pick(weak, random)].map((name) => [styled(name, random), 'n']);
      const columns = mixed(features(language, random), two, pick(PLACES, random), random);
      assert.equal(await proposed(columns, random), undefined, columns.map(([each]) => each).join(', '));
      const one: Drawn = [styled(sure[0], random), 'n'];
      assert.equal(await proposed(mixed(columns, [one], 'middle', random), random), one[0].normalize());
    }
});

test('a column that cannot be predicted is not proposed, whatever its name', async () => {
  const random = new Random(4);
  for (const language of ALL)
    for (const kind of UNFIT) {
      const { sure, strong } = LANGUAGES[language];
      const columns = mixed(features(language, random), [[pick([...sure, ...strong], random), kind]], 'last', random);
      assert.equal(await proposed(columns, random), undefined, `${kind}: ${columns.map(([each]) => each).join(', ')}`);
    }
});

test('parts of words, coordinates and quantities beside the one asked for are no such names', async () => {
  const random = new Random(5);
  const names =
    'classic,labels,pos_y,yes,priced,y1,price_id,target_date,list price,unitPrice,PriceRange,max price,targets met';
  for (const name of names.split(','))
    assert.equal(
      await proposed(
        [
          [name, 'n'],
          ['width', 'n'],
          ['depth', 'n'],
        ],
        random,
      ),
      undefined,
      name,
    );
  const beside = (name: string) =>
    proposed(
      [
        ['x', 'n'],
        [name, 'n'],
        ['h', 'n'],
      ],
      random,
    );
  assert.deepEqual([await beside('y'), await beside('Y')], [undefined, undefined]);
  assert.equal(
    await proposed(
      [
        ['x', 'n'],
        ['y', 'n'],
      ],
      random,
    ),
    'y',
  );
  assert.equal(
    await proposed(
      [
        ['x1', 'n'],
        ['x2', 'n'],
        ['y', 'n'],
      ],
      random,
    ),
    'y',
  );
  assert.equal(
    await proposed(
      [
        ['x', 'n'],
        ['group', 'c'],
        ['y', 'n'],
      ],
      random,
    ),
    'y',
  );
});

test('of public tables the right column is proposed, or none', async () => {
  const random = new Random(6);
  const found: string[] = [];
  for (const [name, { columns, target, header }] of Object.entries(PUBLIC)) {
    const drawn = columns.split(';').map((column): Drawn => {
      const at = column.lastIndexOf(':');
      return at < 0 ? [column, 'n'] : [column.slice(0, at), column.slice(at + 1) as CellKind];
    });
    const one = await proposed(drawn, random, header !== false);
    assert.ok(one === undefined || one === target, `${name}: ${one}`);
    if (one === target) found.push(name);
  }
  for (const name of [
    'titanic',
    'california housing',
    'bike sharing by day',
    'wine',
    'abalone',
    'concrete',
    'bank marketing',
  ])
    assert.ok(found.includes(name), name);
  assert.ok(found.length >= 15, `${found.length}: ${found.join(', ')}`);
});
