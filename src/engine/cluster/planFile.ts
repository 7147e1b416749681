import { type RunContext, silently } from '../contract/context';
import type { Inspection } from '../contract/data';
import { holds } from '../contract/schema';
import type { FitContext } from '../fit/method';
import { checkParameters } from '../parameters/checkParameters';
import { SUMMED } from '../parts/families';
import type { RowsPlan } from '../parts/family';
import { planOf } from '../parts/plan';
import {
  describedBySample,
  sampledDesign as sampledRowsDesign,
  standInNotes,
  tableOfSample,
} from '../parts/sampleTable';
import { needsOf } from '../parts/usedRows';
import { heldOutTable } from './heldOutRows';
import { type Packed, packed, unpackedFile, unreadable } from './packed';
import { PLAN_CONTENT, type PlanContent } from './planContent';
import type { PlanPart } from './planPart';
import { storedOf } from './storedFamilies';

/** A plan with the objects derived from it. */
export interface OpenPlan extends Omit<PlanContent, 'sample' | 'heldOut'> {
  readonly id: string;
  readonly plan: RowsPlan;
  /** The inspection of the sample. */
  readonly inspection: Inspection;
}

/** The members of a plan that a sample is settled by. */
type SampledBy = 'design' | 'method' | 'reading' | 'sample' | 'parts' | 'heldOut';

/** The design that is settled on a sample, before features are drawn. */
export async function designOfPlan(
  { design, method, reading, sample, parts, heldOut }: Pick<PlanContent, SampledBy>,
  context: RunContext,
) {
  const name = nameOf(parts);
  const columns = reading.columns.map(({ name: of, reading: as }) => ({ name: of, kind: as.kind, reading: as }));
  const table = await tableOfSample(name, columns, new TextDecoder().decode(sample), context);
  const tested = heldOut && (await heldOutTable(heldOut, context));
  const { build } = SUMMED[method];
  const built = sampledRowsDesign(table, design, build, silently(context), tested);
  const { rows } = table.inspection;
  const notes = [...standInNotes(reading.columns), describedBySample(rows)];
  const inspection = {
    ...table.inspection,
    dialect: reading.dialect,
    columns: table.inspection.columns.map((column, j) => ({ ...column, reading: reading.columns[j]?.reading })),
    notes: [...table.inspection.notes, ...notes],
  };
  return {
    table,
    inspection,
    design: { ...built, report: { ...built.report, notes: [...notes, ...built.report.notes] } },
  };
}

export function packPlan(content: PlanContent): Packed {
  return packed('plan', { ...content, begun: storedOf(content).stored(content.begun) });
}

/** Reads a plan. Throws `run/unreadable` unless it is complete and of this version; what has to fit its encoded columns is not checked. */
export function contentOfPlan(bytes: Uint8Array, name: string): { readonly content: PlanContent; readonly id: string } {
  const { content, id } = unpackedFile('plan', bytes, name);
  if (!holds(PLAN_CONTENT, content)) throw unreadable(name, 'it is damaged');
  return { content, id };
}

/** Opens a plan; throws the errors of `contentOfPlan`, also if the features are damaged. */
export async function openPlan(bytes: Uint8Array, name: string, context: FitContext): Promise<OpenPlan> {
  const { content, id } = contentOfPlan(bytes, name);
  const { sample: _sample, heldOut: _heldOut, ...rest } = content;
  const { method, rows, shares, begun } = content;
  const { design, inspection } = await designOfPlan(content, context);
  const parameters = checkParameters(SUMMED[method].method, content.parameters);
  if (!holds(storedOf(content).begun(design.transform.names.length), begun))
    throw unreadable(name, 'its features are damaged');
  const needs = needsOf(content.design, SUMMED[method], content.reading.columns, nameOf(content.parts));
  const task = { method, parameters, options: content.design, needs, shares, rows };
  return { ...rest, id, inspection, plan: planOf(design, task, context, begun) };
}

/** A common name for the files. */
export function nameOf(parts: readonly Pick<PlanPart, 'path'>[]): string {
  const [{ path }] = parts;
  const names = path.split(/[\\/]/);
  return parts.length === 1 ? (names.at(-1) ?? path) : `${names.at(-2) || '.'}: ${parts.length} parts`;
}
