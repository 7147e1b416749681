import type { Sentence } from '../../engine/contract/figure';
import { count } from '../../engine/words/numbers';
import { classShown } from '../../figures/fit/classView';
import { heldOutRows } from '../../figures/fit/predicted';
import { residualsTable } from '../../figures/fit/tables';
import { coefficientsTable } from '../../figures/fit/unpenalised';
import type { RunView } from '../../figures/view/view';
import type { PageContext } from '../context';
import { el, say } from '../element';
import { FigureGrid, figuresFor } from './figureGrid';
import type { Part } from './part';
import { tablePart } from './part';

/** With one feature the fit itself can be drawn: as a curve, or as the bands between quantiles. */
const isCurve = (spec: { readonly id: string }, { run }: RunView) =>
  spec.id === 'curve' || (spec.id === 'fan' && run.live.curve !== undefined);
const isPartial = (spec: { readonly id: string }) => spec.id.startsWith('partial-');

/** The fit itself: held-out rows, their largest misses, and the fitted curve or its partial dependences. */
export function fitTab(context: PageContext): Part {
  const row = el('div.grid.fit');
  const worst = tablePart(context, (view) => residualsTable(view), 'spoken');
  const worstSentence = el('p.say');
  const residuals = el('section.residuals', el('h2', 'Largest residuals'), worstSentence, worst.element);
  const coefficients = tablePart(context, coefficientsTable, 'shown');
  const small = el('div.partials');
  const partialSentence = el('p.say');
  const partials = el('section.partial-dependence', el('h2', 'Partial dependence'), partialSentence, small);
  const element = el('div', row, partials, el('div.grid.foot', coefficients.element));
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
      // It comes first, and larger.
      shown.sort((a, b) => Number(isCurve(b, view)) - Number(isCurve(a, view)));
      row.classList.toggle(
        'curved',
        shown.some((spec) => isCurve(spec, view)),
      );
      figures.update(shown);
      updateResiduals(view);
      coefficients.update(view);
      const columns = figuresFor('fit', view, isPartial);
      partials.hidden = columns.length === 0;
      if (columns.length === 0) return;
      say(partialSentence, partialWords(view));
      panels.update(columns);
    },
    destroy() {
      figures.destroy();
      panels.destroy();
    },
  };
}

function partialWords(view: RunView): Sentence {
  const { run, robust } = view;
  if (run.live.partial.some(({ probability }) => probability))
    return [
      {
        text: `Average probability of class ${classShown(view)} when this column changes and all else stays as it is. Ticks on the axis mark the data.`,
      },
    ];
  const text = `Average prediction of ${run.target} when this column changes and all else stays as it is. Ticks on the axis mark the data.`;
  if (robust === undefined) return [{ text }];
  const levels = robust.fit.taus ?? [];
  const band = levels.length > 1 ? ` The band is from τ ${levels[0]} to τ ${levels[levels.length - 1]}.` : '';
  return [{ text: `${text}${band} Dashed lines and coloured dots: ordinary ridge, same kernel.` }];
}

function missed(outliers: number): Sentence {
  const open = ' Choose a row to open it in the file.';
  if (outliers === 0) return [{ text: 'No row', strong: true }, { text: ` is missed by more than three RMSE.${open}` }];
  const rows = outliers === 1 ? '1 row is missed' : `${count(outliers)} rows are missed`;
  return [{ text: rows, strong: true }, { text: ` by more than three RMSE.${open}` }];
}
