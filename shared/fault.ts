/**
 * A fault in a request: an entry of `details` in a 400. `field` is the path of a property
 * (`fields[2].validate.pattern`) or the ID of a field; it is empty for the body itself. `message` says what is wrong
 * and what is allowed.
 */
export type Fault = { readonly field: string; readonly rule: string; readonly message: string };

export const notAnObject: Fault = {
  field: '',
  rule: 'type',
  message: 'The body must be a JSON object, in braces: {"name": "value"}',
};
