import type { Contract } from '../contract.ts';
import { creates, reads } from '../operations.ts';
import { object, pathId, record, timestamp } from '../records.ts';

export const getFormSealing = {
  ...reads,
  path: '/forms/{id}/sealing',
  summary: 'Get the progress of a change of policies or of where answers are kept',
  description:
    'A change of policies affects at once how answers are shown. Stored answers are encrypted or decrypted in the background, and encrypted again after a rotation of the data key. A change of `storage.answers` moves them to the owner’s bucket or back. This shows the progress.',
  params: pathId('The ID of a form.'),
  response: object(['formId', 'status', 'rewritten'], {
    formId: { type: 'string' },
    status: {
      enum: ['scheduled', 'running', 'done'],
      description:
        '`scheduled` after a rotation of the data key, until `startsAt`: stored answers have not changed yet. `done` also if there was nothing to do.',
    },
    rewritten: { type: 'integer', description: 'Responses that were rewritten or moved after the change.' },
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
    'Creates the next key for answers with a policy. All functions use it within five minutes. Then the stored answers are encrypted again (`GET /forms/{id}/sealing`), including those from before their field had a policy. Earlier keys stay for archives and backups until an operator destroys them (`npm run destroy-data-keys`), or the organization is deleted. Rotate the key when a person who could read it leaves. The number of answers is no reason to rotate: each answer has its own key, derived from this one.',
  audited: 'data_key.rotated',
  grants: ['table:write', 'dataKeys:rotate'],
  response: record({
    generation: { type: 'integer', description: 'The first key has generation 1.' },
    environmentId: { type: 'string' },
  }),
} as const satisfies Contract;

export const sealing = { getFormSealing, rotateDataKey } as const;
