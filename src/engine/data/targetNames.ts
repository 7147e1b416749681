import { nameWords } from './nameWords';

/**
 * How clearly a name says that its column is the subject of a file. `sure`: used for nothing else. `strong`: seldom
 * used for a feature. `weak`: used for both, so that it needs the first or the last place too. `rival`: used for both,
 * and no reason to choose the column, but to doubt another.
 */
export type TargetName = 'sure' | 'strong' | 'weak' | 'rival';

// Without accents, in small letters; phrases separated by commas. One line per language: English, German, French,
// Spanish, Italian, Portuguese, Dutch.
const EXACT: Readonly<Record<TargetName, string>> = {
  sure: `
    target, label, y, outcome, response, target variable, dependent variable, response variable, class label
    ziel, zielvariable, zielgrosse, zielgroesse, zielwert
    cible, variable cible, variable reponse, etiquette
    objetivo, variable objetivo, variable respuesta, etiqueta
    obiettivo, variabile obiettivo, variabile target, variabile risposta, esito, etichetta
    alvo, variavel alvo, variavel resposta, desfecho, rotulo
    doel, doelvariabele, doelwaarde, uitkomst`,
  strong: `
    survived, is survived, churn, churned, is churn, attrition, exited, fraud, is fraud, diagnosis, medv, mpg, rings, house value, home value,
    property value, median house value, medhousevalue, med house val, medhouseval, loan status, default payment next month, defaulted
    uberlebt, ueberlebt, gekundigt, gekuendigt, diagnose, immobilienwert
    survecu, survie, a survecu, resilie, diagnostic, valeur fonciere
    sobrevivio, superviviente, diagnostico, tasa de abandono
    sopravvissuto, diagnosi
    sobreviveu, sobrevivente, evasao
    overleefd, opgezegd`,
  weak: `
    class, count, cnt, quality, score, grade, default, charges, total sales, rent
    klasse, anzahl, qualitat, qualitaet, note, miete
    classe, nombre, qualite, defaut, loyer
    clase, conteo, calidad, calificacion, nota, alquiler
    conteggio, qualita, voto, affitto
    contagem, qualidade, aluguel
    aantal, kwaliteit, cijfer, huur`,
  rival: `
    value, rate, rating, quantity, amount, total, demand, cost, profit, status, result, income, salary, wage, consumption, risk, points, deposit,
    left, purchased, bought, clicked, click, canceled, is canceled, death, died, mortality, readmitted, subscribed, booking status, winner
    wert, rate, menge, ergebnis, kosten, gewinn, gehalt, verbrauch, risiko, bewertung
    valeur, taux, quantite, resultat, cout, salaire, consommation, risque
    valor, tasa, cantidad, resultado, coste, costo, salario, consumo, riesgo, ingresos
    valore, tasso, quantita, risultato, stipendio, rischio
    taxa, quantidade, custo, risco, renda
    waarde, hoeveelheid, resultaat, kosten, winst, salaris, verbruik, risico`,
};

/** Words that count as well at the end of a name: "sale price", "crop yield". */
const LAST: Readonly<Record<'strong' | 'weak', string>> = {
  strong: `
    price, saleprice, houseprice
    preis, verkaufspreis, kaufpreis, hauspreis
    prix
    precio
    prezzo
    preco
    prijs, verkoopprijs`,
  weak: `
    yield, strength, sales, revenue, turnover
    ertrag, ernteertrag, festigkeit, druckfestigkeit, umsatz, absatz
    rendement, ventes
    rendimiento, ventas
    resa, vendite, fatturato, ricavi
    produtividade, vendas, receita, faturamento
    opbrengst, omzet, druksterkte`,
};

/** A name with one of these is a quantity beside the one asked for, or a part of it: "unit price", "previous sales". */
const BESIDE =
  wordsOf(`unit, list, original, old, previous, prev, prior, last, lag, lagged, initial, start, open, close, high, low, min, max, mean,
  avg, average, std, rolling, competitor, comp, base, target, range, category, group, type, code, id, name, index, year, month, date, change, discount,
  vorjahr, mittlerer, mittlere, unitaire, unitario, moyen, precedent, medio, anterior, mittel, gemiddelde`);

/** Words after these only describe the quantity: "price of a flat", "Preis pro Tag". */
const MORE = wordsOf('of, per, in, for, from, von, pro, des, der, du, de, d, en, par, por, di, da, do, van, voor, al');
const UNITS = wordsOf(
  'usd, eur, euro, euros, gbp, chf, inr, brl, dollar, dollars, t, kg, g, ha, mpa, psi, lb, acre, kwh, eur, k, log',
);

const named = { exact: strengths(EXACT), last: strengths(LAST) };

/**
 * The strength of a name as that of a target; undefined when it has none. Accents, case and units do not matter:
 * "median_house_value", "MedHouseVal", "Preis (EUR)".
 */
export function targetName(name: string): TargetName | undefined {
  const folded = name.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
  // y1 and y2 are just as likely to be coordinates.
  if (/^y\d/i.test(folded.trim())) return undefined;
  const words = nameWords(folded.replace(/\([^)]*\)|\[[^\]]*\]/g, ' '));
  const exact = named.exact.get(words.join(' '));
  if (exact) return exact;
  const more = words.findIndex((word, i) => i > 0 && MORE.has(word));
  const own = more < 0 ? words : words.slice(0, more);
  while (own.length > 1 && UNITS.has(own[own.length - 1])) own.pop();
  if (own.some((word) => BESIDE.has(word))) return undefined;
  const said = named.exact.get(own.join(' ')) ?? named.last.get(own[own.length - 1] ?? '');
  // "rate of exchange" is a feature, as "exchange rate" is.
  return said === 'rival' ? undefined : said;
}

function strengths(lists: Readonly<Partial<Record<TargetName, string>>>): ReadonlyMap<string, TargetName> {
  return new Map(
    Object.entries(lists).flatMap(([strength, list]) =>
      [...wordsOf(list)].map((word): [string, TargetName] => [word, strength as TargetName]),
    ),
  );
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(
    list
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
}
