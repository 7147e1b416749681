import { type AnyRun, isComponents } from '../../engine/contract/run';
import { kernelTitle } from '../../engine/kernels/kernelWords';
import { capitalised } from '../../engine/words/sentence';
import type { PictureSource } from '../../figures/words/pictureWords';

/** What a figure of a run is of: of classes the column that is classified. */
export function pictureSource(run: AnyRun, target = ''): PictureSource {
  const fitted = isComponents(run) ? undefined : (run.model.classes?.column ?? target);
  const kernel = capitalised(kernelTitle(run.kernel));
  return { file: run.file.name, ...(fitted && { target: fitted }), method: run.method.title, kernel };
}
