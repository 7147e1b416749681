import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelledError, quietContext } from '../../../src/engine/contract/context';
import { quietWith } from '../../../src/engine/linalg/linalg';
import { coordinateFlowPath } from '../../../src/engine/solvers/coordinateFlow';
import { coordinateStepPath } from '../../../src/engine/solvers/coordinateSteps';
import { gradientStepPath } from '../../../src/engine/solvers/gradientSteps';
import type { PathSolver } from '../../../src/engine/solvers/path';
import { signFlowPath } from '../../../src/engine/solvers/signFlow';
import { signStepPath } from '../../../src/engine/solvers/signSteps';
import { core } from '../testCore';
import { follow, madeGram } from './signGrams';

/** Each solver, a slow one where its steps have a size, and the looks at the context after which it is cancelled. */
const SOLVERS: Readonly<Record<string, readonly [solver: PathSolver, slow: PathSolver, looks: number]>> = {
  'coordinate steps': [coordinateStepPath(0.01), coordinateStepPath(1e-5), 3],
  'sign steps': [signStepPath(0.01), signStepPath(0.01), 1000],
  'gradient steps': [gradientStepPath(0.01), gradientStepPath(0.01), 100],
  'sign flow': [signFlowPath, signFlowPath, 5],
  'coordinate flow': [coordinateFlowPath, coordinateFlowPath, 5],
};

for (const [name, [solver, slow, most]] of Object.entries(SOLVERS))
  test(`${name}: a visit that says stop ends the path, and a cancelled one throws at the next look`, () => {
    const { gram, y } = madeGram({ kind: 'gaussian', lengthScale: 1 }, 50, 2, 3);
    let visits = 0;
    solver({ gram, y, strengths: Float64Array.of(0.1, 0.2, 1e9) }, () => ++visits < 2, quietWith(core));
    assert.equal(visits, 2);
    let looks = 0;
    const cancelling = {
      ...quietContext,
      check() {
        if (++looks > most) throw cancelledError();
      },
    };
    assert.throws(() => follow(slow, gram, y, [1e9], cancelling), { message: cancelledError().message });
    assert.equal(looks, most + 1);
  });
