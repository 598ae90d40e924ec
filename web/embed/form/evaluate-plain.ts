import type { Evaluation } from '../../../shared/domain/forms/logic/evaluate.ts';
import type { Field } from '../schema.ts';

/** Evaluates a form without conditions: every field is shown. */
export const evaluatePlain = (fields: readonly Field[]): Evaluation => ({
  visible: new Set(fields.map(({ id }) => id)),
  required: new Set(fields.filter(({ required }) => required).map(({ id }) => id)),
  calculated: new Map(),
});
