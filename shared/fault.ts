/**
 * One thing that is wrong with what a caller sent: an entry of `details` in a 400.
 * `field` is a property's path (`fields[2].validate.pattern`) or the id of a form's field; empty means the body itself.
 * `message` says what is wrong and what would be right. It never repeats an answer, which may be personal data.
 */
export type Fault = { readonly field: string; readonly rule: string; readonly message: string };

export const notAnObject: Fault = {
  field: '',
  rule: 'type',
  message: 'The body must be a JSON object, in braces: {"name": "value"}',
};
