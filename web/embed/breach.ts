import type { Answer, Field } from './schema.ts';
import type { TextKey } from './texts.ts';

/** The rule that an answer breaks, and what its text names. */
export type Breach = readonly [rule: TextKey, ...values: (string | number)[]];

export type Check = (field: Field, answer: Answer) => Breach | undefined;
