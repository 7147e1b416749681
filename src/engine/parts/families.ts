import type { SummedId } from '../contract/cluster';
import { nystromForm } from '../fit/components/nystromForm';
import { randomFeatureForm } from '../fit/components/randomFeatureForm';
import { nyKpca } from '../methods/nyKpca';
import { nystromFamily, nystromRidge } from '../methods/nystromRidge';
import { rfKpca } from '../methods/rfKpca';
import { rfFamily, rfRidge } from '../methods/rfRidge';
import { components } from './components';
import type { Family } from './family';
import { ridge } from './ridge';

export const SUMMED: Readonly<Record<SummedId, Family>> = {
  'rf-ridge': ridge(rfFamily, rfRidge),
  'nystrom-ridge': ridge(nystromFamily, nystromRidge),
  'rf-kpca': components(randomFeatureForm, rfKpca),
  'ny-kpca': components(nystromForm, nyKpca),
};
