/** The operator of a comparison. */
export type Operator =
  | 'answered'
  | 'empty'
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'in'
  | 'includesAny'
  | 'includesAll';

/** A comparison with the answer to an earlier field. */
export type Comparison = {
  readonly field: string;
  readonly op: Operator;
  readonly value?: string | number | boolean | readonly string[];
};

export type Condition =
  | Comparison
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

export type Arithmetic = '+' | '-' | '*' | '/' | 'min' | 'max' | 'round';

/**
 * The formula of a calculated field: a number, an answer, the score of a choice, one of two formulas, or arithmetic
 * with others.
 */
export type Formula =
  | number
  | { readonly field: string; readonly else?: number }
  | { readonly score: string; readonly values: Readonly<Record<string, number>>; readonly else?: number }
  | { readonly if: Condition; readonly then: Formula; readonly else: Formula }
  | { readonly op: Arithmetic; readonly args: readonly Formula[] };
