import type { MethodSpec } from '../../engine/contract/method';

/** A method as package.json describes it, so that its command is there without asking the engine. */
export interface MethodCommand {
  readonly id: string;
  readonly command: string;
  readonly title: string;
  readonly name: string;
  readonly purpose: string;
  readonly family: MethodSpec['family'];
}
