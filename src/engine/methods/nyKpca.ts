import { componentsMethod } from './components/componentsMethod';
import { nystromForm } from './components/nystromForm';

export const nyKpca = componentsMethod(nystromForm);
