import type { Check } from '../breach.ts';
import { dayOf } from '../days.ts';
import type { Field } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { inputControl } from './input.ts';

const boundOf = (type: string, bound: number | string | undefined): string | undefined =>
  bound === undefined ? undefined : type === 'date' ? dayOf(String(bound)) : String(bound);

/** A day or a time, by the browser's own picker. */
export function dateControl(field: Field, host: Host, changed: () => void): Control {
  const { type, validate = {} } = field;
  const control = inputControl(field, host, changed, { type });
  const [input] = control.inputs;
  if (!(input instanceof HTMLInputElement)) return control;
  input.min = boundOf(type, validate.min) ?? '';
  input.max = boundOf(type, validate.max) ?? '';
  return { ...control, unreadable: () => (input.validity.badInput ? (type === 'date' ? 'date' : 'time') : undefined) };
}

/** Days and times compare as texts. */
export const between: Check = ({ type, validate = {} }, answer) => {
  const [min, max] = [validate.min, validate.max].map(bound => boundOf(type, bound));
  if (min !== undefined && String(answer) < min) return ['minDate', min];
  return max !== undefined && String(answer) > max ? ['maxDate', max] : undefined;
};
