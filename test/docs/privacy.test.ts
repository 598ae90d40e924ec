import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { places, withPrivacyMap } from '../../bin/build/privacy-map.ts';
import { timeKey } from '../../shared/ids.ts';
import { isUploadKey, removeUpload } from '../../shared/jobs/purges/upload-removal.ts';
import { countDropped } from '../../shared/store/forms/dropped-names.ts';
import { type ItemType, type Key, keyOf, partsOf } from '../../shared/store/keys.ts';
import { getResponse, replaceResponse } from '../../shared/store/responses/responses.ts';
import { batchPut } from '../../shared/store/table.ts';
import { deliver, plantPerson, submitAs } from '../support/records/planted-person.ts';
import { formWithFields, newCaller } from '../support/records/records.ts';
import { savedViews } from '../support/records/saved-views.ts';
import { itemsWith, newRequest, runToEnd } from '../support/table/data-subjects.ts';
import { readDue } from '../support/table/due-items.ts';
import { useKms } from '../support/table/kms.ts';
import { useUploads } from '../support/table/s3.ts';
import { useTable } from '../support/table/table.ts';

const itemTypes = Object.keys(places) as ItemType[];

const typeOf = ({ pk, sk }: Key): ItemType => {
  const type = itemTypes.find(each => partsOf(each, 'pk', pk) && partsOf(each, 'sk', sk));
  if (!type) throw new Error(`No item type has the key ${pk} ${sk}`);
  return type;
};

/** The item types that have one of these texts. */
async function typesWith(texts: readonly string[]): Promise<ItemType[]> {
  const found = (await Promise.all(texts.map(itemsWith))).flat();
  return [...new Set(found.map(typeOf))].sort();
}

describe('the map of personal data', () => {
  useTable();
  useKms();
  useUploads();

  it('is in docs/privacy.md as the keys are today', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
    expect(withPrivacyMap(document)).toBe(document);
  });

  it('names each place that has a person, and those alone that an erasure leaves', async () => {
    const caller = await newCaller();
    const { email, name, theirs, webhook } = await plantPerson(caller);
    const stored = await formWithFields(caller, {
      fields: [{ id: 'email', type: 'email' }],
      extraFields: 'keep',
    });
    // A page may send names of its own choice.
    const extra = await submitAs(stored, { email, [name]: 'x' });
    await countDropped(stored.form.id, [name]);
    await savedViews(caller, stored, [{ name: 'One person', filters: { q: email } }]);
    const read = await getResponse(extra.id, stored);
    if (!read) throw new Error('The response is not stored');
    const notes = [{ id: 'note_1', body: name, authorId: 'usr_1', createdAt: extra.submittedAt }];
    await replaceResponse(read, { ...read.response, notes });
    await deliver(webhook, { id: extra.id, formId: extra.formId });
    const { owner } = webhook;
    const [end, integration] = [timeKey(Date.now() + 3600_000), webhook.webhook.id];
    await batchPut([
      { ...keyOf('digestEntry', { owner, integration, end, response: extra.id }), formId: extra.formId },
    ]);
    await runToEnd(await newRequest(caller, 'export', { email }));
    const search = await newRequest(caller, 'search', { email });
    await runToEnd(search);

    const markers = [name, ...[...theirs, extra].map(({ id }) => id)];
    const before = await typesWith(markers);
    expect(before.filter(type => !places[type])).toEqual([]);
    expect(before).toEqual(
      expect.arrayContaining([
        'delivery',
        'digestEntry',
        'droppedNames',
        'form',
        'idempotency',
        'response',
        'responseViews',
        'upload',
        'visit',
      ]),
    );
    await runToEnd(await newRequest(caller, 'erase', { email }));
    for await (const { pk, sk } of readDue(Date.now())) if (isUploadKey({ pk, sk })) await removeUpload({ pk, sk });
    const left = await typesWith(markers);
    expect(left.filter(type => places[type]?.erasedBy === 'erasure')).toEqual([]);
    expect(left).toEqual([]);
    // Hits have the sort keys of IDs.
    const hits = await itemsWith(extra.id.slice('sub_'.length, 'sub_'.length + 26));
    expect(hits).toEqual([]);
  });
});
