import { dayOf } from '../../../shared/domain/wording/days.ts';
import type { Field } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { inputControl } from './input.ts';

/** An amount of money is typed as a number. The hint says its currency. */
export const amountControl = (field: Field, host: Host, changed: () => void): Control =>
  inputControl({ ...field, type: 'number' }, host, changed);

export const phoneControl = (field: Field, host: Host, changed: () => void): Control =>
  inputControl(field, host, changed, { type: 'tel', autocomplete: 'tel' });

export function urlControl(field: Field, host: Host, changed: () => void): Control {
  const control = inputControl(field, host, changed, { type: 'url', autocomplete: 'url', spellcheck: 'false' });
  const [input] = control.inputs;
  // Visitors rarely type `https://`.
  input?.addEventListener('change', () => {
    const text = control.read();
    if (typeof text !== 'string' || !/^[^\s:/]+\.[^\s:/]/.test(text)) return;
    control.write(`https://${text}`);
    changed();
  });
  return control;
}

const boundOf = (type: string, bound: number | string | undefined): string | undefined =>
  bound === undefined ? undefined : type === 'date' ? dayOf(String(bound)) : String(bound);

/** A date or time input with the browser's own picker. */
export function dateControl(field: Field, host: Host, changed: () => void): Control {
  const { type, validate = {} } = field;
  const control = inputControl(field, host, changed, { type });
  const [input] = control.inputs;
  if (!(input instanceof HTMLInputElement)) return control;
  input.min = boundOf(type, validate.min) ?? '';
  input.max = boundOf(type, validate.max) ?? '';
  return { ...control, unreadable: () => (input.validity.badInput ? (type === 'date' ? 'date' : 'time') : undefined) };
}
