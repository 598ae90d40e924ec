import { expect, it } from '@jest/globals';
import { archiveIdOf, newId } from '../../../../shared/ids.ts';
import { type Archive, allowBytes, getArchive, replaceContent } from '../../../../shared/store/forms/archives.ts';
import { keyOf } from '../../../../shared/store/keys.ts';
import { putItem } from '../../../../shared/store/table.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const from = Date.parse('2026-01-01T00:00:00.000Z');

/** An archive of a new form, with this content. */
async function stored(content: Partial<Archive>): Promise<Archive> {
  const [formId, id] = [newId('form'), archiveIdOf(from)];
  const archive = {
    environmentId: 'env_1',
    from,
    to: from + 1,
    state: 'complete',
    createdAt: '2026-02-01T00:00:00.000Z',
  };
  await putItem({ ...keyOf('archive', { form: formId, archive: id }), ...archive, ...content });
  return read({ formId, id });
}

async function read(address: Pick<Archive, 'formId' | 'id'>): Promise<Archive> {
  const archive = await getArchive(address);
  if (!archive) throw new Error('The archive is not stored');
  return archive;
}

it('an archive that is being replaced may be as large as the larger of the two', async () => {
  const archive = await stored({ count: 2, bytes: 100, sha256: 'old' });
  expect(await allowBytes(archive, 99)).toBe(true);
  expect(await read(archive)).toMatchObject(archive);
  expect(await allowBytes(archive, 101)).toBe(true);
  expect(await read(archive)).toMatchObject({ ...archive, bytes: 101 });
  expect(await replaceContent(archive, { count: 1, bytes: 50, sha256: 'new' })).toBe(true);
  expect(await allowBytes(archive, 102)).toBe(false);
  expect(await read(archive)).toMatchObject({ count: 1, bytes: 50, sha256: 'new' });
});

it('an archive of unknown size may be as large as what replaces it', async () => {
  const archive = await stored({ sha256: 'old' });
  expect(await allowBytes(archive, 99)).toBe(true);
  expect(await read(archive)).toMatchObject({ bytes: 99, sha256: 'old' });
});
