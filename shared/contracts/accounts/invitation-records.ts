import { record, role, timestamp } from '../records.ts';

export const invitation = record({
  id: { type: 'string' },
  email: { type: 'string', description: 'Whom it is for.' },
  role,
  createdAt: timestamp,
  expiresAt: { ...timestamp, description: '7 days after it was made.' },
  mail: {
    enum: ['none', 'waiting', 'sent', 'failed'],
    description:
      'What became of the mail with the link. `none`: the deployment sends none. `failed`: it could not be delivered, or there were too many; hand on the link yourself.',
  },
});

/** The answer to whoever has made one. */
export const newInvitation = record({
  ...invitation.properties,
  url: { type: 'string', description: 'The link to hand to the person, shown this once. It ends with the token.' },
});
