import { type AnyRun, isComponents } from '../../engine/contract/run';
import type { PowerLaw } from '../../engine/spectrum/decay';
import { directionsAbove } from '../../engine/spectrum/directionsAbove';
import { effectiveDimension } from '../../engine/spectrum/effectiveDimension';
import { count, fixed, inUnits, percent, plain, sci } from '../../engine/words/numbers';
import { alignmentRows } from '../spectral/regime';
import type { TableRow, TableSpec } from '../tableSpec';
import { columnRange } from '../view/columnRange';
import { targetsOf } from '../view/targetView';
import type { RunView } from '../view/view';
import { directionsText } from '../words/directionsText';
import { heldOutRows } from './predicted';

const NAME_AND_VALUE = [
  { title: '', numeric: false },
  { title: '', numeric: true },
] as const;

/** Facts of the eigenvalues, whatever the filter. */
export function spectrumTable(view: RunView): TableSpec {
  const { facts, run } = view;
  const { mu, beyond, clipped } = run.spectrum;
  const { rank, count: all } = facts;
  const { decay } = view.rates();
  const rows: TableRow[] = [
    { cells: ['largest eigenvalue μ₁', plain(mu[0] ?? 0)] },
    { cells: ['numerical rank', rank === all ? `${count(rank)}, full` : `${count(rank)} of ${count(all)}`] },
    { cells: ['condition number on that rank', rank > 0 ? sci(mu[0] / mu[rank - 1]) : '–'] },
  ];
  if (decay) rows.push({ cells: [`decay exponent, i = ${decay.from}…${decay.to}`, decayText(decay)] });
  if (beyond.count > 0) rows.push({ cells: ['directions outside the kernel', count(beyond.count)] });
  if (clipped > 0) rows.push({ cells: ['eigenvalues rounded below 0, set to 0', count(clipped)] });
  return { id: 'spectrum', title: 'Spectrum', columns: NAME_AND_VALUE, rows };
}

function decayText({ exponent, standardError }: PowerLaw): string {
  return standardError > 0 ? `${fixed(exponent, 2)} ± ${fixed(standardError, 2)}` : fixed(exponent, 2);
}

/** What changes with the filter. */
export function filterTable(view: RunView): TableSpec {
  const { mu, rank } = view.run.spectrum;
  const { n } = view.facts;
  const { hasLambda } = view;
  const last = mu.length < n ? 0 : mu[mu.length - 1];
  const condition = (mu[0] + view.lambda) / (last + view.lambda);
  const df = view.risk.degreesOfFreedom;
  return {
    id: 'filter',
    title: view.robust ? 'At the λ of ordinary ridge' : hasLambda ? 'At this λ' : 'At this filter',
    columns: NAME_AND_VALUE,
    rows: [
      ...(hasLambda ? [] : [{ cells: ['comparable λ of ridge', sci(view.lambda)] }]),
      { cells: ['effective dimension N(λ)', directionsText(effectiveDimension(mu, rank, view.lambda))] },
      { cells: ['degrees of freedom', directionsText(df)] },
      { cells: ['share of the training rows', percent(df / n)] },
      { cells: ['directions with μ > λ', count(directionsAbove(mu, rank, view.lambda))] },
      { cells: ['condition number of K + n·λ·I', sci(condition)] },
    ],
  };
}

/** Decay, alignment and rate exponents; without rows when the scores show no law. */
export function ratesTable(view: RunView): TableSpec {
  const { alignment, suggested } = view.rates();
  const title = alignment ? `Rates, fitted on i = ${alignment.from}…${alignment.to}` : 'Rates';
  const ends = ['lower end', 'upper end'].map((end) => ({ title: end, numeric: true }));
  return {
    id: 'rates',
    title,
    columns: [...NAME_AND_VALUE, ...ends],
    rows: alignmentRows(alignment, suggested, view.facts.rank),
  };
}

/** The worst held-out rows, each opening its line. */
export function residualsTable(view: RunView, most = 8): TableSpec {
  const rows = view.run.classes ? undefined : heldOutRows(view);
  const numeric = (title: string) => ({ title, numeric: true });
  const columns = [numeric('Row'), numeric('Line'), numeric('Observed'), numeric('Predicted'), numeric('Residual')];
  if (rows === undefined) return { id: 'residuals', title: 'Largest residuals', columns, rows: [] };
  const format = inUnits(Math.sqrt(view.facts.unit), 3);
  return {
    id: 'residuals',
    title: 'Largest residuals',
    columns,
    rows: rows.worst.slice(0, most).map((j) => ({
      line: rows.line[j],
      row: rows.row[j],
      cells: [
        count(rows.row[j]),
        count(rows.line[j]),
        format(rows.observed[j]),
        format(rows.scores.predicted[j]),
        `${rows.residual[j] > 0 ? '+' : ''}${format(rows.residual[j])}`,
      ],
    })),
  };
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
  return {
    id: 'columns',
    title: 'Columns',
    columns: [
      { title: 'Column', numeric: false },
      { title: 'Kind', numeric: false },
      { title: 'Values', numeric: false },
      { title: 'Missing', numeric: true },
      { title: 'Used as', numeric: false },
    ],
    rows: run.inspection.columns.map((c) => ({
      cells: [c.name, c.kind, columnRange(c), count(c.missing), fate(c.name, c.reason)],
    })),
  };
}
