import type { DesignOptions, FileSource } from './data';

/** Where data came from, without a copy of them. */
export const bareSource = (source: FileSource): FileSource =>
  source.kind === 'path' ? source : { kind: 'bytes', name: source.name, bytes: new Uint8Array() };

/** The same of a file of held-out rows. */
export const bareDesign = (design: DesignOptions): DesignOptions =>
  design.holdout.kind === 'file'
    ? { ...design, holdout: { kind: 'file', source: bareSource(design.holdout.source) } }
    : design;
