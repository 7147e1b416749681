import { componentsMethod } from '../fit/components/componentsMethod';
import { nystromForm } from '../fit/components/nystromForm';

export const nyKpca = componentsMethod(nystromForm);
