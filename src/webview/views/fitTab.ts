import type { Sentence } from '../../engine/contract/figure';
import { count } from '../../engine/figures/numbers';
import { heldOutRows } from '../../engine/figures/predicted';
import { residualsTable } from '../../engine/figures/tables';
import { coefficientsTable } from '../../engine/figures/unpenalised';
import type { RunView } from '../../engine/figures/view';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';
import { tablePart } from './tablePart';

const isCurve = (spec: { readonly id: string }) => spec.id === 'curve';
const isPartial = (spec: { readonly id: string }) => spec.id.startsWith('partial-');

/** The fit itself: held-out rows, their largest misses, and the fitted curve or its partial dependences. */
export function fitTab(context: PageContext): Part {
  const row = el('div', { class: 'grid fit' });
  const worst = tablePart(context, (view) => residualsTable(view), 'spoken');
  const worstSentence = el('p', { class: 'say' });
  const residuals = el(
    'section',
    { class: 'residuals' },
    el('h2', {}, 'Largest residuals'),
    worstSentence,
    worst.element,
  );
  const coefficients = tablePart(context, coefficientsTable, 'shown');
  const small = el('div', { class: 'partials' });
  const partialSentence = el('p', { class: 'say' });
  const partials = el(
    'section',
    { class: 'partial-dependence' },
    el('h2', {}, 'Partial dependence'),
    partialSentence,
    small,
  );
  const element = el('div', {}, row, partials, el('div', { class: 'grid foot' }, coefficients.element));
  const figures = new FigureGrid(row, context, () => 'half');
  const panels = new FigureGrid(small, context, () => 'small');
  const updateResiduals = (view: RunView) => {
    const rows = view.run.classes ? undefined : heldOutRows(view);
    if (!rows) return residuals.remove();
    say(worstSentence, missed(rows.outliers));
    worst.update(view);
    if (!residuals.isConnected || residuals.nextElementSibling) row.append(residuals);
  };
  return {
    element,
    update(view: RunView) {
      const shown = figuresFor('fit', view, (spec) => !isPartial(spec));
      // With one feature the curve is the fit itself: it comes first, and larger.
      shown.sort((a, b) => Number(isCurve(b)) - Number(isCurve(a)));
      row.classList.toggle('curved', shown.some(isCurve));
      figures.update(shown);
      updateResiduals(view);
      coefficients.update(view);
      const columns = figuresFor('fit', view, isPartial);
      partials.hidden = columns.length === 0;
      if (columns.length === 0) return;
      const text = `Mean prediction of ${view.run.target} as one column moves and the others keep their values. Ticks on the axis mark the data.`;
      say(partialSentence, [{ text }]);
      panels.update(columns);
    },
    destroy() {
      figures.destroy();
      panels.destroy();
    },
  };
}

function missed(outliers: number): Sentence {
  const open = ' Choose a row to open it in the file.';
  if (outliers === 0) return [{ text: 'No row', strong: true }, { text: ` misses by more than three RMSE.${open}` }];
  const rows = outliers === 1 ? '1 row misses' : `${count(outliers)} rows miss`;
  return [{ text: rows, strong: true }, { text: ` by more than three RMSE.${open}` }];
}
