import type { ComponentChildren } from 'preact';
import { isAt } from '../../../api/errors.ts';
import { inWords } from '../../../texts/refusals.ts';
import type { PlacedFault } from '../model/faults.ts';
import { t } from '../texts/t.ts';

/** The rules that have their own texts in the editor. Other faults show the service's message. */
const own = {
  blank: 'fault_blank',
  earlier: 'fault_earlier',
  unique: 'fault_unique',
  range: 'fault_range',
  value: 'fault_value',
  unknown: 'fault_unknown',
  default: 'fault_default',
  pattern: 'fault_pattern',
  type: 'fault_type',
  minItems: 'fault_minItems',
  maxDepth: 'fault_maxDepth',
  maxNodes: 'fault_maxNodes',
  maxConditions: 'fault_maxConditions',
} as const;

const isOwn = (rule: string): rule is keyof typeof own => Object.hasOwn(own, rule);

export const faultText = ({ rule, message }: Pick<PlacedFault, 'rule' | 'message'>): ComponentChildren =>
  isOwn(rule) ? t(own[rule]) : inWords(rule, message);

/** Returns the faults at or below a property of a field: `validate.min`, `options`. */
export function faultAt(faults: readonly PlacedFault[], field: string | undefined, at: string): ComponentChildren {
  const found = faults.find(fault => fault.id === field && isAt(fault.at, at));
  return found && faultText(found);
}
