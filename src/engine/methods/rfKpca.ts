import { componentsMethod } from '../fit/components/componentsMethod';
import { randomFeatureForm } from '../fit/components/randomFeatureForm';

export const rfKpca = componentsMethod(randomFeatureForm);
