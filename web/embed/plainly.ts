import type { Evaluation } from '../../shared/domain/forms/logic/evaluate.ts';
import type { Field } from './schema.ts';

/** What there is of a form without conditions: all of it. */
export const plainly = (fields: readonly Field[]): Evaluation => ({
  visible: new Set(fields.map(({ id }) => id)),
  required: new Set(fields.filter(({ required }) => required).map(({ id }) => id)),
  calculated: new Map(),
});
