import type { Contract } from '../contract.ts';
import { creates, reads } from '../operations.ts';
import { object, pathId, record, timestamp } from '../records.ts';

export const getFormSealing = {
  ...reads,
  path: '/forms/{id}/sealing',
  summary: 'See how far a change of policies is carried out',
  description:
    'A change of policies affects at once how answers are shown. Stored answers are sealed and opened in the background, and sealed again after a rotation of the data key. This says how far that is.',
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
    'Creates the next key that seals answers with a policy. All functions use it within five minutes. Then the stored answers are sealed again (`GET /forms/{id}/sealing`), including those that were stored unencrypted before their field had a policy. Earlier keys stay for archives and backups until the organization is deleted. Rotate the key when a person who could read it leaves. The number of answers is no reason to rotate: each answer has its own key, derived from this one.',
  audited: 'data_key.rotated',
  dataKeys: 'rotate',
  response: record({
    generation: { type: 'integer', description: 'The first key of an environment is of generation 1.' },
    environmentId: { type: 'string' },
  }),
} as const satisfies Contract;

export const sealing = { getFormSealing, rotateDataKey } as const;
