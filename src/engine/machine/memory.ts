import { totalmem } from 'node:os';

/** A fit may plan on half of the machine: the editor and the rest live in the other half. */
const MEMORY_SHARE = 0.5;

/** Bytes of memory a fit may plan on. */
export const plannedMemory = (): number => totalmem() * MEMORY_SHARE;
