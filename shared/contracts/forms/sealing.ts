import type { Contract } from '../contract.ts';
import { creates, reads } from '../operations.ts';
import { object, pathId, record, timestamp } from '../records.ts';

export const getFormSealing = {
  ...reads,
  path: '/forms/{id}/sealing',
  summary: 'See how far a change of policies is carried out',
  description:
    'Answers are shown by the policies of the form from the moment of their change. What is stored is sealed and opened behind that, and sealed anew after a rotation of the data key; this tells how far it has come.',
  params: pathId('The id of a form.'),
  response: object(['formId', 'status', 'rewritten'], {
    formId: { type: 'string' },
    status: {
      enum: ['scheduled', 'running', 'done'],
      description:
        '`scheduled` after a rotation of the data key, until `startsAt`: stored answers are as they were. `done` also where there was never anything to do.',
    },
    rewritten: { type: 'integer', description: 'Responses that were rewritten since the change.' },
    startsAt: { ...timestamp, description: 'When it starts; only while `scheduled`.' },
    changedAt: timestamp,
    finishedAt: timestamp,
  }),
} as const satisfies Contract;

export const rotateDataKey = {
  ...creates('admin'),
  path: '/data-keys',
  summary: 'Rotate the data key of the environment',
  description:
    'Makes the next key that answers with a policy are sealed with. All functions use it within five minutes; then the answers that are stored are sealed anew (`GET /forms/{id}/sealing`), those too that were stored in the clear before their field had a policy. Earlier keys stay, for archives and backups, until the organization is deleted. Rotate when somebody who could read a key has left. However many answers a key seals, it needs no rotation for that: each answer has a key derived from it.',
  audited: 'data_key.rotated',
  dataKeys: 'rotate',
  response: record({
    generation: { type: 'integer', description: 'The first key of an environment is of generation 1.' },
    environmentId: { type: 'string' },
  }),
} as const satisfies Contract;

export const sealing = { getFormSealing, rotateDataKey } as const;
