import type { FigureSpec } from '../../engine/contract/figure';
import { type AnyRun, isComponents } from '../../engine/contract/run';
import { withoutEnding } from '../../engine/words/fileName';
import { capitalised } from '../../engine/words/sentence';

/**
 * The source of a picture, for its caption and its name: the file, the predicted column, the method. Fields without a
 * value are absent.
 */
export interface PictureSource {
  readonly file: string;
  readonly target?: string;
  readonly method?: string;
  readonly kernel?: string;
}

/** The source of a figure of a run: for classes, the target is the column that is classified. `kernel`: its title. */
export function pictureSource(run: AnyRun, target: string, kernel = ''): PictureSource {
  const fitted = isComponents(run) ? '' : (run.model.classes?.column ?? target);
  const { file, method } = run;
  return { file: file.name, ...(fitted && { target: fitted }), method: method.title, kernel: capitalised(kernel) };
}

/** "airfoil.csv · c6 · Kernel ridge regression · Gaussian kernel" */
export const captionOf = ({ file, target, method, kernel }: PictureSource): string =>
  [file, target, method, kernel].filter(Boolean).join(' · ');

/** Longer parts of a name are cut. */
const MOST_LETTERS = 40;

/** "airfoil-c6-held-out-rows": letters and digits of any script, so that no name leads to another folder or means something to a shell. */
export function pictureName(spec: Pick<FigureSpec, 'title'>, source?: PictureSource): string {
  const parts = [source ? withoutEnding(source.file) : '', source?.target ?? '', spec.title]
    .map(slug)
    .filter((part) => part !== '');
  return parts.join('-') || 'figure';
}

/** Letters and digits of any script, in small letters, with dashes between. */
export function slug(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return Array.from(plain)
    .slice(0, MOST_LETTERS)
    .join('')
    .replace(/^-+|-+$/g, '');
}
