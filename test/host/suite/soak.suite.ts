import type { Context } from 'mocha';
import { heldText } from '../../soak/measure';
import { assertNothingLeft, type SoakOptions, soak } from '../../soak/soak';
import { kernelscope, packageJson } from './testBed';

/**
 * The options that the environment asks for, set by test/soak/soak.mjs, or those of a short run that is always the
 * same.
 */
function options(): SoakOptions & { readonly long: boolean } {
  const { KERNELSCOPE_SOAK_MINUTES: minutes, KERNELSCOPE_SOAK_SEED: seed, KERNELSCOPE_SOAK_LOG: log } = process.env;
  if (minutes === undefined) return { long: false, seed: 1, warmUp: 15, goOn: (steps) => steps < 22 };
  let end: number | undefined;
  const goOn = () => {
    end ??= performance.now() + Number(minutes) * 60_000;
    return performance.now() < end;
  };
  return { long: true, seed: Number(seed), warmUp: 150, goOn, log };
}

export function soaking(): void {
  describe('the soak', () => {
    it('leaves nothing behind after random commands, cancels, crashes and lost files', async function (this: Context) {
      this.timeout(0);
      const { kernelscope: generated } = packageJson() as {
        kernelscope: { methods: { id: string; command: string }[] };
      };
      const { long, ...program } = options();
      const soaked = await soak(await kernelscope(), generated.methods, program);
      const { steps, before, after } = soaked;
      console.log(`${steps} steps\nbefore: ${heldText(before)}\nafter: ${heldText(after)}`);
      // Memory that the allocator retains from the first large fits is no leak: a short run tells little of the process
      // as a whole.
      assertNothingLeft(soaked, long ? ['heap', 'resident'] : ['heap']);
    });
  });
}
