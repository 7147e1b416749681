import { type ComponentsMethod, methodWords } from '../method';
import { componentsCost } from './cost';
import { fitComponents } from './fitComponents';
import { type ComponentsForm, componentsParameters } from './form';

/** A way to principal components as a method: one command. */
export function componentsMethod(form: ComponentsForm): ComponentsMethod {
  const parameters = componentsParameters(form);
  return {
    ...methodWords(form),
    family: 'components',
    parameters,
    cost: (given, n, d, threads) => componentsCost(form, given, n, d, threads),
    run: (design, given, context) => fitComponents(form, parameters, design, given, context),
  };
}
