import type { Design } from '../../contract/data';
import type { KernelSpec } from '../../contract/kernel';
import type { Expansion } from './expansion';
import type { RobustFamily } from './family';
import type { RidgeBaseline } from './ridgeBaseline';
import type { RobustSettings } from './robustSettings';

/** A session's problem with its kernel matrix at hand, as its targets are fitted one by one. */
export interface RobustTask {
  readonly family: RobustFamily;
  readonly design: Design;
  readonly settings: RobustSettings;
  readonly kernel: KernelSpec;
  readonly expansion: Expansion;
  readonly ridgeBaseline: RidgeBaseline;
}
