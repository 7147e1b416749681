import type { DesignOptions, FileSource } from './data';

/** The source of data, without a copy of the data. */
export const bareSource = (source: FileSource): FileSource =>
  source.kind === 'path' ? source : { kind: 'bytes', name: source.name, bytes: new Uint8Array() };

/** The design options, without a copy of a held-out file's data. */
export const bareDesign = (design: DesignOptions): DesignOptions =>
  design.holdout.kind === 'file'
    ? { ...design, holdout: { kind: 'file', source: bareSource(design.holdout.source) } }
    : design;
