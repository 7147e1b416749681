import type { MemberChecks } from '../../choices/members';
import { type Holds, isRecord, isText } from '../../engine/contract/shape';

/** A path, or an address: as text, as a `Uri`, or as the object that JSON leaves of one. */
export const isAddress: Holds = (value) =>
  (isText(value) && value !== '') || (isRecord(value) && isText(value.scheme) && isText(value.path));
export const AN_ADDRESS = 'a path, or the address of a file';

/** The argument of commands that take only a file to write. */
interface OutArgument {
  readonly out?: unknown;
}
export const OUT: MemberChecks<OutArgument> = { out: [isAddress, AN_ADDRESS] };
