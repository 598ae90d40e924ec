import type { Field } from '../schema.ts';
import type { Control, Host } from './control.ts';
import { inputControl } from './input.ts';

/** An amount of money is typed as a number. The hint says its currency. */
export const amountControl = (field: Field, host: Host, changed: () => void): Control =>
  inputControl({ ...field, type: 'number' }, host, changed);
