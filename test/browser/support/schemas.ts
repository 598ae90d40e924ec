import type { Schema } from '../../../web/embed/schema.ts';

const scale = { type: 'scale', lowLabel: 'Not at all likely', highLabel: 'Extremely likely' } as const;

/** A form with a field of every type that people meet. */
export const everyType: Schema = {
  id: 'form_every',
  title: 'Tell us about your stay',
  fields: [
    {
      id: 'intro',
      type: 'statement',
      label: 'Before you begin',
      text: 'It takes **three minutes**. [How we use your answers](https://example.com/privacy):\n\n- to get better\n- for nothing else',
    },
    { id: 'name', type: 'text', label: 'Your name', required: true, autocomplete: 'name' },
    { id: 'email', type: 'email', label: 'Email address', required: true, help: 'For our answer alone.' },
    { id: 'phone', type: 'phone', label: 'Telephone' },
    { id: 'site', type: 'url', label: 'Your web site', placeholder: 'https://' },
    { id: 'nights', type: 'number', label: 'Nights', required: true, validate: { min: 1, max: 60, integer: true } },
    { id: 'arrival', type: 'date', label: 'Arrival' },
    { id: 'time', type: 'time', label: 'What time?' },
    { id: 'room', type: 'select', label: 'Room', options: ['Single', 'Double', 'Suite'], other: true },
    {
      id: 'reason',
      type: 'radio',
      label: 'Why did you travel?',
      options: [
        { value: 'work', label: 'Work' },
        { value: 'fun', label: 'Holidays' },
      ],
      other: true,
    },
    {
      id: 'liked',
      type: 'multiselect',
      label: 'What did you like?',
      options: ['Breakfast', 'Bed', 'View'],
      help: 'As many as you like.',
    },
    { id: 'budget', type: 'currency', currency: 'EUR', label: 'What did you pay?', validate: { min: 1 } },
    { id: 'stars', type: 'rating', label: 'Your rating', required: true },
    { id: 'recommend', label: 'How likely are you to recommend us?', ...scale },
    { id: 'order', type: 'ranking', label: 'What matters most?', options: ['Price', 'Place', 'People'] },
    {
      id: 'service',
      type: 'matrix',
      label: 'How was it?',
      rows: ['Reception', 'Kitchen'],
      columns: ['Poor', 'Fair', 'Good', 'Great'],
    },
    { id: 'bill', type: 'file', label: 'Your bill', validate: { accept: ['image/*', '.pdf'], maxFiles: 3 } },
    {
      id: 'total',
      type: 'calculated',
      label: 'Loyalty points',
      compute: { op: '*', args: [{ field: 'nights', else: 0 }, 10] },
    },
    { id: 'message', type: 'textarea', label: 'Anything else?' },
    { id: 'news', type: 'checkbox', label: 'Send me news' },
    {
      id: 'terms',
      type: 'consent',
      required: true,
      label: 'I agree to the terms',
      text: 'They are [short](https://example.com/terms).',
    },
  ],
};

/** The tag of a form that only shows what it is given. */
export const previewTag = (script: string, schema: Schema, attributes = ''): string =>
  `<script src="${script}"></script><formline-form preview ${attributes}><script type="application/json">${JSON.stringify(schema).replaceAll('<', '\\u003c')}</script></formline-form>`;
