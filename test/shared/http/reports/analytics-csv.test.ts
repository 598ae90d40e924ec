import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { countsOfFields, reportedFields } from '../../../../shared/domain/analytics/field-metrics.ts';
import type { Reply } from '../../../../shared/http/reply.ts';
import { csvOfDays, csvOfFields } from '../../../../shared/http/reports/analytics-csv.ts';

const linesOf = async ({ body }: Reply) => (await text(body as Readable)).split('\r\n');

it('has a line for each day, its counts and its rates', async () => {
  const others = { completedLater: 0, partial: 5, abandoned: 6, spamBlocked: 7 };
  const counts = { views: 8, starts: 4, submissions: 3, fromServers: 1, ...others };
  const reply = csvOfDays([{ date: '2026-03-14', ...counts }], 'Contact');
  expect(await linesOf(reply)).toEqual([
    'date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate',
    '2026-03-14,8,4,3,5,6,50,50,25,50',
    '',
  ]);
  expect(reply.headers).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="Contact.csv"',
  });
});

it('has a line for each field, and no label that a spreadsheet takes for a formula', async () => {
  const sums = { 'f:name': 4, 'g:name': 1, 'd:name': 2, 'e:name:required': 3, 'e:name:type': 1 };
  const counts = countsOfFields(new Map(Object.entries(sums)));
  const fields = reportedFields([{ id: 'name', type: 'text', label: '=1+1' }], [], counts);
  expect(await linesOf(csvOfFields(fields, counts, 'Contact'))).toEqual([
    'fieldId,label,type,position,reached,answered,completionRate,validationErrors,errorRate,dropOffs,dropOffRate',
    "name,'=1+1,text,1,4,1,25,4,100,2,50",
    '',
  ]);
});
