import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ClusterSteps } from './clusterSteps';
import { onDiskAlone } from './contract/clusterFailures';
import type { RunContext } from './contract/context';
import type { EngineApi } from './contract/rpc';
import type { Chooser } from './machine/backEnd';
import { notSetAside } from './machine/unfinished';
import { withoutBytes } from './runOf';

type Asked = EngineApi['planParts']['params'];
type Finished = EngineApi['finishParts'];

/** The beginning and the end of a fit whose parts are visited elsewhere, with files in a folder between them. */
export class ClusterFits {
  private readonly steps: ClusterSteps;

  constructor(algebra: Chooser) {
    this.steps = new ClusterSteps(algebra);
  }

  /** Throws what `ClusterSteps.plan` throws, and `file/not-written`. */
  async plan({ request, folder }: Asked, context: RunContext): Promise<{ readonly parts: number }> {
    const { source, streamed: _, onCluster: { skipFailed = false, partSize } = {}, ...asked } = request;
    const { bytes, content } = await this.steps.plan(
      { ...asked, paths: [pathOf(source)], skipFailed, ...(partSize !== undefined && { partSize }) },
      context,
    );
    await writeFile(join(folder, 'plan'), bytes, { mode: 0o600 }).catch(notSetAside);
    return { parts: content.parts.length };
  }

  /** The run names the files as they were asked for, and all that repeats it. */
  async finish(
    { request, folder, importance: measured = false }: Finished['params'],
    context: RunContext,
  ): Promise<Finished['result']> {
    const [plan, solution, errors] = await Promise.all(
      ['plan', 'solution', 'errors'].map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
    );
    const { run, importance } = await this.steps.finish(plan, solution, [errors], context, measured);
    const file = { ...run.file, path: pathOf(request.source) };
    const named = { ...run, request: withoutBytes(request), file, inspection: { ...run.inspection, file } };
    return { run: named, ...(importance && { importance }) };
  }
}

function pathOf(source: Asked['request']['source']): string {
  if (source.kind === 'path') return source.path;
  throw onDiskAlone();
}
