import type { Field } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { inputControl } from './input.ts';

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
