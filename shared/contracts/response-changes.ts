import { object } from './records.ts';
import { handling, status } from './response-states.ts';

export const responseChanges = object(
  [],
  {
    status,
    handling,
    assigneeId: { type: ['string', 'null'], description: 'The new assignee, or `null` for none.' },
    notes: { type: 'integer', description: 'How many notes were added.' },
    fields: { type: 'array', items: { type: 'string' }, description: 'The IDs of fields whose answers changed.' },
    extras: { type: 'integer', description: 'How many answers without a field changed.' },
    restricted: { type: 'boolean', description: 'Whether its processing was restricted, or the restriction lifted.' },
    reason: { type: 'string', description: 'The reason of the restriction, or of its end.' },
    spam: { type: 'boolean', description: 'Whether it was marked as spam, or taken out of the spam.' },
  },
  'What changed in a response. Events from before 0.3.0 have none.',
);
