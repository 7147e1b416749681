import { type AnyRun, isComponents } from '../../engine/contract/run';
import { type ComparedRun, comparedRun } from '../compare/comparedRun';
import { componentsBefore } from '../components/before';
import type { ComponentsBefore } from '../components/view';

/** The run that another was fitted from, as far as it is told beside it. */
export type RunBefore =
  | { readonly kind: 'fit'; readonly run: ComparedRun }
  | { readonly kind: 'components'; readonly run: ComponentsBefore };

export function runBefore(run: AnyRun): RunBefore {
  return isComponents(run)
    ? { kind: 'components', run: componentsBefore(run) }
    : { kind: 'fit', run: comparedRun(run, 'the fit before') };
}
