import { record, role, timestamp } from '../records.ts';

export const invitation = record({
  id: { type: 'string' },
  email: { type: 'string', description: 'Whom it is for.' },
  role,
  createdAt: timestamp,
  expiresAt: { ...timestamp, description: '7 days after it was made.' },
});

/** The answer to whoever has made one. */
export const newInvitation = record({
  ...invitation.properties,
  url: { type: 'string', description: 'The link to hand to the person, shown this once. It ends with the token.' },
});
