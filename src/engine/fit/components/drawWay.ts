import type { RunContext } from '../../contract/context';
import { landmarkRuleOf } from '../../parameters/landmarkParameters';
import { mapAsked } from '../../parameters/randomFeatureParameters';
import type { DrawnFeatures } from './featureComponents';
import type { ComponentsForm, DrawInput } from './form';
import { comparedLandmarks } from './nystromForm';
import type { Way } from './otherWays';
import { drawNamed } from './randomFeatureForm';

/** Features of a way that a fit is compared with: drawn like its own if it is of the same form, else as by default. */
export function drawWay(
  form: ComponentsForm,
  { kind, count }: Way,
  { design, kernel, parameters, seed, linalg }: Omit<DrawInput, 'count'>,
  context: RunContext,
): DrawnFeatures {
  const { x } = design.train;
  const parametersOfForm = form.kind === kind ? parameters : {};
  return kind === 'nystrom'
    ? comparedLandmarks(landmarkRuleOf(parametersOfForm), kernel, x, count, seed, linalg, context)
    : drawNamed(mapAsked(parametersOfForm, kernel), kernel, x.columns, count, seed, context);
}
