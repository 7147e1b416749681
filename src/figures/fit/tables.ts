import { type AnyRun, isComponents } from '../../engine/contract/run';
import { directionsAbove, effectiveDimension, type PowerLaw } from '../../engine/spectrum/decay';
import { count, fixed, percent, plain, sci } from '../../engine/words/numbers';
import { alignmentRows } from '../spectral/regime';
import { factsTable, numberColumn, type TableSpec, tableOf, wordColumn } from '../tableSpec';
import { columnRange } from '../view/columnRange';
import { formsOf } from '../view/targetForms';
import { type RunView, targetsOf } from '../view/view';
import { directionsText } from '../words/filterWords';
import { heldOutRows } from './predicted';

/** Facts of the eigenvalues, whatever the filter. */
export function spectrumTable(view: RunView): TableSpec {
  const { facts, run } = view;
  const { mu, beyond, clipped } = run.spectrum;
  const { rank, count: all } = facts;
  const { decay } = view.rates();
  const found: (readonly [string, string])[] = [
    ['largest eigenvalue μ₁', plain(mu[0] ?? 0)],
    ['numerical rank', rank === all ? `${count(rank)}, full` : `${count(rank)} of ${count(all)}`],
    ['condition number on that rank', rank > 0 ? sci(mu[0] / mu[rank - 1]) : '–'],
  ];
  if (decay) found.push([`decay exponent, i = ${decay.from}…${decay.to}`, decayText(decay)]);
  if (beyond.count > 0) found.push(['directions outside the kernel', count(beyond.count)]);
  if (clipped > 0) found.push(['eigenvalues rounded below 0, set to 0', count(clipped)]);
  return factsTable('spectrum', 'Spectrum', found);
}

function decayText({ exponent, standardError }: PowerLaw): string {
  return standardError > 0 ? `${fixed(exponent, 2)} ± ${fixed(standardError, 2)}` : fixed(exponent, 2);
}

/** The facts that change with the filter. */
export function filterTable(view: RunView): TableSpec {
  const { mu, rank } = view.run.spectrum;
  const { n } = view.facts;
  const { hasLambda } = view;
  const last = mu.length < n ? 0 : mu[mu.length - 1];
  const condition = (mu[0] + view.lambda) / (last + view.lambda);
  const df = view.risk.degreesOfFreedom;
  const title = view.robust ? 'At the λ of ordinary ridge' : hasLambda ? 'At this λ' : 'At this filter';
  return factsTable('filter', title, [
    ...(hasLambda ? [] : [['comparable λ of ridge', sci(view.lambda)] as const]),
    ['effective dimension N(λ)', directionsText(effectiveDimension(mu, rank, view.lambda))],
    ['degrees of freedom', directionsText(df)],
    ['share of the training rows', percent(df / n)],
    ['directions with μ > λ', count(directionsAbove(mu, rank, view.lambda))],
    ['condition number of K + n·λ·I', sci(condition)],
  ]);
}

/** Decay, alignment and rate exponents; without rows when the scores show no law. */
export function ratesTable(view: RunView): TableSpec {
  const { alignment, suggested } = view.rates();
  const title = alignment ? `Rates, fitted on i = ${alignment.from}…${alignment.to}` : 'Rates';
  const columns = ['', '', 'lower end', 'upper end'].map((heading, j) => ({ title: heading, numeric: j > 0 }));
  return { id: 'rates', title, columns, rows: alignmentRows(alignment, suggested, view.facts.rank) };
}

/** The worst held-out rows, each opening its line. */
export function residualsTable(view: RunView, most = 8): TableSpec {
  const head = { id: 'residuals', title: 'Largest residuals' };
  const rows = view.run.classes ? undefined : heldOutRows(view);
  if (rows === undefined) return { ...head, columns: [], rows: [] };
  const { value: format, miss } = formsOf(view.run).error;
  // Residuals that would all round to 0 have digits of their own.
  const residual = /[1-9]/.test(format(rows.residual[rows.worst[0]])) ? format : miss;
  const signed = (text: string, value: number) => (value > 0 && /[1-9]/.test(text) ? `+${text}` : text);
  return tableOf(
    head,
    rows.worst.slice(0, most),
    [
      numberColumn('Row', (j) => count(rows.row[j])),
      numberColumn('Line', (j) => count(rows.line[j])),
      numberColumn('Observed', (j) => format(rows.observed[j])),
      numberColumn('Predicted', (j) => format(rows.scores.predicted[j])),
      numberColumn('Residual', (j) => signed(residual(rows.residual[j]), rows.residual[j])),
    ],
    (j) => ({ line: rows.line[j], row: rows.row[j] }),
  );
}

/** Every column of the file: what it is and what became of it. */
export function columnsTable({ run }: { readonly run: AnyRun }): TableSpec {
  const used = new Set(run.data.columns);
  const why = new Map(run.data.dropped.filter((d) => d.what === 'column').map((d) => [d.name, d.why]));
  const encoded = new Map(run.data.encoded.map((e) => [e.column, e.as]));
  const imputed = new Map(run.data.imputed.map((e) => [e.column, e.value]));
  const targets = new Set(isComponents(run) ? [] : [run.model.classes?.column, ...targetsOf(run)]);
  const fate = (name: string, reason: string) => {
    if (targets.has(name)) return 'target';
    if (isComponents(run) && name === run.request.design.target) return 'colour of the scores';
    if (name === run.request.design.weights) return 'row weights';
    if (!used.has(name)) return `left out: ${why.get(name) ?? (reason || 'not chosen')}`;
    const gaps = imputed.has(name) ? `; gaps filled with ${imputed.get(name)}` : '';
    return `feature${encoded.has(name) ? `, as ${encoded.get(name)}` : ''}${gaps}`;
  };
  return tableOf({ id: 'columns', title: 'Columns' }, run.inspection.columns, [
    wordColumn('Column', ({ name }) => name),
    wordColumn('Kind', ({ kind }) => kind),
    wordColumn('Values', columnRange),
    numberColumn('Missing', ({ missing }) => count(missing)),
    wordColumn('Used as', ({ name, reason }) => fate(name, reason)),
  ]);
}
