import { isSummedMethod, type SummedId } from '../contract/cluster';
import { KernelscopeError } from '../contract/failure';
import type { FitRequest } from '../contract/run';
import { nystromForm } from '../fit/components/nystromForm';
import { randomFeatureForm } from '../fit/components/randomFeatureForm';
import { nyKpca } from '../methods/nyKpca';
import { nystromFamily, nystromRidge } from '../methods/nystromRidge';
import { rfKpca } from '../methods/rfKpca';
import { rfFamily, rfRidge } from '../methods/rfRidge';
import { listed } from '../words/sentence';
import { components } from './components';
import type { Family } from './family';
import { ridgeByParts } from './ridge';

export const SUMMED: Readonly<Record<SummedId, Family>> = {
  'rf-ridge': ridgeByParts(rfFamily, rfRidge),
  'nystrom-ridge': ridgeByParts(nystromFamily, nystromRidge),
  'rf-kpca': components(randomFeatureForm, rfKpca),
  'ny-kpca': components(nystromForm, nyKpca),
};

/** The method of a request whose rows can be visited instead of held; throws `parameter/invalid` if it needs all rows at once. */
export function checkSummed({
  method,
  design,
  parameters,
}: Pick<FitRequest, 'method' | 'design' | 'parameters'>): SummedId {
  const refused = (name: string, what: string, cure: string) =>
    new KernelscopeError('parameter/invalid', `Rows that are visited and not held ${what}. ${cure}`, { name });
  if (!isSummedMethod(method))
    throw refused(
      'method',
      `can be fitted by ${listed(Object.keys(SUMMED))}, not by ${method}`,
      'Choose one of these methods.',
    );
  const { maxRows, without, splitBy } = design;
  if (maxRows !== undefined) throw refused('maxRows', 'are not drawn from', 'Leave maxRows out: all rows are used.');
  if (splitBy?.kind === 'settings')
    throw refused('settings', 'are not divided by settings', 'Name a column of groups.');
  if (without !== undefined) throw refused('without', 'are not left out by number', 'Use a filter, or another file.');
  if (parameters.landmarkRows !== undefined)
    throw refused('landmarkRows', 'cannot be named as landmarks', 'Leave landmarkRows out.');
  if (parameters.solver === 'conjugateGradient')
    throw refused('solver', 'are not solved by conjugate gradients', 'Set solver to spectrum.');
  return method;
}
