import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PYTHON } from './fittedCases';
import type { onnxRows } from './onnxRows';

export interface OnnxTask {
  /** The folder of an export as ONNX; the answer is written there too. */
  readonly folder: string;
  readonly rows: ReturnType<typeof onnxRows>;
  /** 1 unless it is given. */
  readonly repeats?: number;
}

export interface OnnxAnswer {
  /** The rows of values of each output, null for NaN. */
  readonly outputs: Readonly<Record<string, (number | string | null)[][]>>;
  /** Processor time of the run alone: the median of the repeats. */
  readonly seconds: number;
  readonly failed?: string;
}

/** The answers of ONNX Runtime to the tasks, one after another in one process. */
export async function runOnnx(tasks: readonly OnnxTask[]): Promise<OnnxAnswer[]> {
  const out = (folder: string) => join(folder, 'answer.json');
  const told = await Promise.all(
    tasks.map(async ({ folder, rows, repeats }) => ({
      model: join(folder, 'model.onnx'),
      inputs: JSON.parse(await readFile(join(folder, 'inputs.json'), 'utf8')).inputs,
      rows,
      repeats,
      out: out(folder),
    })),
  );
  const { status, stderr } = spawnSync(PYTHON, ['test/export/onnxAll.py'], {
    input: JSON.stringify(told),
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return Promise.all(
    tasks.map(async ({ folder }) => JSON.parse((await readFile(out(folder), 'utf8')).replaceAll('NaN', 'null'))),
  );
}
