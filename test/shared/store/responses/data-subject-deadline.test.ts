import { expect, it } from '@jest/globals';
import { dayMs } from '../../../../shared/durations.ts';
import { requestRecord } from '../../../../shared/store/responses/data-subject-requests.ts';
import { newCaller } from '../../../support/records/records.ts';
import { newRequest, requestOf } from '../../../support/table/data-subjects.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const shown = async (id: string) => requestRecord(await requestOf(id));

it('keeps the deadline and the note of a request', async () => {
  const subject = { email: 'ada@example.com', deadline: '2026-02-01T12:00:00+02:00', note: 'Case 17' };
  const id = await newRequest(await newCaller(), 'erase', subject);
  expect(await shown(id)).toMatchObject({ deadline: '2026-02-01T10:00:00.000Z', note: 'Case 17' });
});

it('refuses a day that no calendar has', async () => {
  const subject = { email: 'ada@example.com', deadline: '2026-02-30' };
  const refused = newRequest(await newCaller(), 'erase', subject);
  await expect(refused).rejects.toMatchObject({ details: [expect.objectContaining({ field: 'deadline' })] });
});

it('has 30 days without a deadline, as earlier requests do', async () => {
  const id = await newRequest(await newCaller(), 'export', { email: 'ada@example.com' });
  const { deadline, createdAt, note } = await shown(id);
  expect([Date.parse(deadline) - Date.parse(createdAt), note]).toEqual([30 * dayMs, null]);
});
