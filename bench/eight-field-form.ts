import type { NewForm } from '../shared/domain/forms/form.ts';

/** A typical form: eight fields, with each kind of answer except files. */
export const eightFieldForm = {
  title: 'Request a demonstration',
  status: 'live',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true, validate: { maxLength: 100 } },
    { id: 'email', type: 'email', label: 'E-mail address', required: true, pii: true },
    { id: 'phone', type: 'text', label: 'Phone', validate: { pattern: '^\\+?[0-9 ()-]{5,20}$' } },
    { id: 'company', type: 'text', label: 'Company' },
    { id: 'employees', type: 'number', label: 'Employees', validate: { min: 1 } },
    { id: 'topic', type: 'select', label: 'Topic', options: ['Sales', 'Support', 'Partnership'], required: true },
    { id: 'preferredDate', type: 'date', label: 'Preferred date' },
    { id: 'message', type: 'textarea', label: 'Message', required: true },
  ],
} as const satisfies NewForm;

export const eightAnswers = {
  name: 'Ada Lovelace',
  email: 'ada.lovelace@example.com',
  phone: '+44 20 7946 0958',
  company: 'Analytical Engines Ltd.',
  employees: 42,
  topic: 'Partnership',
  preferredDate: '2026-03-14',
  message:
    'We run a workshop for about forty people and would like to collect their wishes beforehand. Could you show us how ' +
    'a form with several steps works, and what the export looks like? Tuesdays suit us best.',
};

/** The headers that a browser adds to a submission. */
export const browserHeaders = {
  'content-type': 'application/json',
  origin: 'https://www.example.com',
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
