import { record, role, timestamp } from '../records.ts';

export const invitation = record({
  id: { type: 'string' },
  email: { type: 'string', description: 'The invited address.' },
  role,
  createdAt: timestamp,
  expiresAt: { ...timestamp, description: 'When the invitation expires: after 7 days.' },
  mail: {
    enum: ['none', 'waiting', 'sent', 'failed'],
    description:
      'The status of the email with the link. `none`: the deployment does not send email. `failed`: it could not be delivered, or there were too many; send the link yourself.',
  },
});

/** An invitation as its creator gets it. */
export const newInvitation = record({
  ...invitation.properties,
  url: { type: 'string', description: 'The link to give to the person, which ends with the token. Shown only once.' },
});
