import { allAtOnce, type BuiltIn, email, name, phone, spamProtection } from './template-parts.ts';

export const appointmentRequest: BuiltIn = {
  id: 'tpl_00000000000000000000000056',
  name: 'Appointment request',
  description: 'A service, two possible times, and how to confirm.',
  category: 'contact',
  form: {
    title: 'Request an appointment',
    fields: [
      name,
      email,
      phone,
      {
        id: 'service',
        type: 'select',
        label: 'What is the appointment for?',
        required: true,
        placeholder: 'Choose a service',
        options: ['First consultation', 'Follow-up', 'Check-up', 'Something else'],
      },
      { id: 'date', type: 'date', label: 'Which day do you prefer?', required: true, placeholder: 'YYYY-MM-DD' },
      { id: 'time', type: 'time', label: 'What time do you prefer?', required: true, placeholder: '09:30' },
      { id: 'otherDate', type: 'date', label: 'Which other day would work?', placeholder: 'YYYY-MM-DD' },
      {
        id: 'confirmation',
        type: 'radio',
        label: 'How should we confirm it?',
        required: true,
        options: ['By email', 'By phone'],
      },
      {
        id: 'notes',
        type: 'textarea',
        label: 'Anything we should know?',
        placeholder: 'For example step-free access',
        validate: { maxLength: 1000 },
        pii: true,
      },
    ],
    ui: allAtOnce,
    spamProtection,
  },
};
