import { describe, expect, it } from '@jest/globals';
import type { Field } from '../../../../shared/domain/fields/field.ts';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { contentOf, testContent } from '../../../../shared/domain/receivers/integration-content.ts';
import type { Response } from '../../../../shared/domain/responses/response.ts';

const fields: Field[] = [
  { id: 'name', type: 'text', label: 'Name', pii: true },
  { id: 'topic', type: 'select', label: 'Topic', options: [{ value: 'bug', label: 'A bug' }] },
  { id: 'account', type: 'text', label: 'Account' },
  { id: 'phone', type: 'phone', label: 'Phone' },
  { id: 'rows', type: 'matrix', label: 'Stay', rows: ['food', 'rooms'], columns: ['good', 'bad'] },
  { id: 'about', type: 'textarea', label: 'About' },
  { id: 'thanks', type: 'statement', text: 'Thanks' },
];
const fieldPolicies = { account: 'encrypted', phone: 'masked' } as const;
const form = { title: 'Contact', fields, fieldPolicies } as unknown as Form;
const answers = { name: 'Ada', topic: 'bug', account: 'secret', phone: '+49', rows: { food: 'good' }, former: 'x' };
const response = { id: 'sub_1', submittedAt: '2026-01-31T09:00:00.000Z', answers } as unknown as Response;

const [topic, about] = [
  { id: 'topic', label: 'Topic', answer: 'A bug' },
  { id: 'about', label: 'About' },
];
const rows = [
  { id: 'rows.food', label: 'Stay: food', answer: 'good' },
  { id: 'rows.rooms', label: 'Stay: rooms' },
];

describe('what an integration sends of a response', () => {
  const head = { responseId: 'sub_1', formTitle: 'Contact', submittedAt: response.submittedAt };

  it('leaves out what is personal, masked, encrypted or of no field', () => {
    expect(contentOf(form, response, { personal: false })).toEqual({ ...head, entries: [topic, ...rows, about] });
  });

  it('has what is personal or masked where that is asked for, and never what is encrypted', () => {
    const [name, phone] = [
      { id: 'name', label: 'Name', answer: 'Ada' },
      { id: 'phone', label: 'Phone', answer: '+49' },
    ];
    expect(contentOf(form, response, { personal: true })).toEqual({
      ...head,
      entries: [name, topic, phone, ...rows, about],
    });
  });

  it('takes nothing for an answer that every object has', () => {
    const odd = { ...form, fields: [{ id: 'constructor', type: 'text', label: 'Builder' }] } as Form;
    expect(contentOf(odd, response, { personal: true }).entries).toEqual([{ id: 'constructor', label: 'Builder' }]);
  });
});

describe('what a test of an integration sends', () => {
  const at = { responseId: 'sub_0', submittedAt: '2026-02-01T00:00:00.000Z' };

  it('has Test for each text that may be sent, and the other fields without an answer', () => {
    expect(testContent(form, at, { personal: true })).toEqual({
      ...{ ...at, formTitle: 'Test of Contact' },
      entries: [
        { id: 'name', label: 'Name', answer: 'Test' },
        { id: 'topic', label: 'Topic' },
        { id: 'phone', label: 'Phone' },
        ...rows.map(({ id, label }) => ({ id, label })),
        { ...about, answer: 'Test' },
      ],
    });
    expect(testContent(form, at, { personal: false }).entries.map(({ id }) => id)).not.toContain('name');
  });

  it('needs no form', () => {
    expect(testContent(undefined, at, { personal: true })).toEqual({
      ...{ ...at, formTitle: 'Test of an integration' },
      entries: [],
    });
  });
});
