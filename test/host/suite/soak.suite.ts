import type { Context } from 'mocha';
import { heldText } from '../../soak/measure';
import { assertNothingLeft, type SoakOptions, soak } from '../../soak/soak';
import { kernelscope, packageJson } from './testBed';

/** What the environment asks for, by test/soak/soak.mjs, or a short run that is always the same. */
function options(): SoakOptions {
  const { KERNELSCOPE_SOAK_MINUTES: minutes, KERNELSCOPE_SOAK_SEED: seed, KERNELSCOPE_SOAK_LOG: log } = process.env;
  if (minutes === undefined) return { seed: 1, warmUp: 15, goOn: (steps) => steps < 45 };
  let end: number | undefined;
  const goOn = () => {
    end ??= performance.now() + Number(minutes) * 60_000;
    return performance.now() < end;
  };
  return { seed: Number(seed), warmUp: 150, goOn, log };
}

export function soaking(): void {
  describe('the soak', () => {
    it('leaves nothing behind after random commands, cancels, crashes and lost files', async function (this: Context) {
      this.timeout(0);
      const { kernelscope: generated } = packageJson() as {
        kernelscope: { methods: { id: string; command: string }[] };
      };
      const soaked = await soak(await kernelscope(), generated.methods, options());
      const { steps, before, after } = soaked;
      console.log(`${steps} steps\nbefore: ${heldText(before)}\nafter: ${heldText(after)}`);
      assertNothingLeft(soaked);
    });
  });
}
