import type { MethodSpec } from '../../engine/contract/method';
import { pickOne } from '../plainWindow';

/** A kernel by its name in an expression, or auto, each with the sentence that says when to use it; undefined on Escape. */
export async function pickKernel({ parameters }: MethodSpec, title: string): Promise<string | undefined> {
  const kernel = parameters.find(({ name }) => name === 'kernel');
  const items = (kernel?.suggestions ?? []).map((value) => {
    const [label, words = ''] = kernel?.suggestionWords?.[value] ?? [value];
    return { label, description: words, value };
  });
  const options = { title, placeHolder: 'Which kernel?', matchOnDescription: true };
  return (await pickOne(items, options))?.value;
}
