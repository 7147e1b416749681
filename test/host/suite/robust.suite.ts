import { strict as assert } from 'node:assert';
import type { StrengthAxis } from '../../../src/engine/contract/robust';
import { methodCommand } from '../../../src/extension/ids';
import { fitted, kernelscope, loadedFit, sample } from './testBed';

/** The axis that the slider of each robust method moves along. */
export const STRENGTHS: Readonly<Record<string, StrengthAxis>> = {
  ksgd: 't',
  kcd: 't',
  'kl-inf': 'c',
  kl1: 'epsilon',
  huber: 'lambda',
  tukey: 'lambda',
  svr: 'lambda',
  quantile: 'lambda',
};

export function robustMethods(): void {
  describe('a robust method', () => {
    for (const [id, axis] of Object.entries(STRENGTHS)) {
      it(`${id} fits a sample by its command, draws it, and fits again at the slider's strength`, async () => {
        const { panels } = (await kernelscope()).testing;
        const given = { target: 'level_cm', parameters: { folds: 3, kernel: 'gaussian' } };
        const run = await loadedFit(await fitted(sample('gauge.csv'), given, methodCommand(id)));
        const { robust } = run;
        assert.ok(robust);
        assert.equal(robust.path.axis, axis);
        assert.equal(robust.path.values[robust.at], robust.strength);
        assert.ok(robust.beyond > 0, 'the sensor failed now and then');
        const [panel] = panels.of(run.id);
        await panel.whenShown();

        const at = robust.at > 2 ? robust.at - 2 : robust.at + 2;
        await panel.receive({ type: 'useStrength', axis, value: robust.path.values[at] });
        assert.notEqual(panel.runId, run.id);
        const again = await loadedFit(panel.runId);
        assert.equal(again.robust?.strength, robust.path.values[at]);
        assert.equal(again.robust?.rule, 'set');
        assert.deepEqual(again.kernel, run.kernel);
        assert.deepEqual(again.data, run.data);
      });
    }
  });
}
