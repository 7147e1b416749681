import { componentsMethod } from './components/componentsMethod';
import { randomFeatureForm } from './components/randomFeatureForm';

export const rfKpca = componentsMethod(randomFeatureForm);
