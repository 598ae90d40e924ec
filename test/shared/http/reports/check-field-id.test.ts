import { expect, it } from '@jest/globals';
import { checkFieldId } from '../../../../shared/http/reports/check-field-id.ts';
import { csvOfSummary } from '../../../../shared/http/reports/summary-csv.ts';

const stored = { form: { fields: [{ id: 'email' }] }, retiredFields: [{ id: 'telephone' }] } as never;

it.each(['email', 'telephone'])('takes a field that the form has or had: %s', id =>
  expect(() => checkFieldId(stored, id)).not.toThrow(),
);

it.each([
  ['emial', 'did you mean "email"?'],
  ['telephon', 'did you mean "telephone"?'],
  ['x', 'see the form’s fields'],
])('refuses another one, with the one that is meant: %s', (id, hint) => {
  const message = `this form has no such field and never had one; ${hint}`;
  const details = [{ field: 'field_id', rule: 'unknown', message }];
  expect(() => checkFieldId(stored, id)).toThrow(expect.objectContaining({ status: 400, details }));
});

it('has a summary as a file, in which no cell is a formula', () => {
  const summary = {
    ...{ responses: 1, sampled: 0 },
    fields: [{ fieldId: '=f', label: '=1+1', type: 'text', kind: 'text', answered: 1, samples: [], words: [] }],
  };
  const { body, headers } = csvOfSummary(summary as never, 'Contact');
  expect(headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Contact.csv"',
  });
  expect(String(body).split('\r\n')[1]).toContain("'=1+1");
});
