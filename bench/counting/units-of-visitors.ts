import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { dynamodb, tableName } from '../../shared/store/table.ts';
import { consumedBy } from '../consumed-capacity.ts';
import { browserHeaders, eightAnswers, eightFieldForm } from '../eight-field-form.ts';
import { insertionsOf, recordOf } from '../fill.ts';
import { type Handler, invoke } from '../invoke.ts';
import type { Table } from '../report.ts';
import { newStoredForm, type Service } from '../service.ts';
import { afterEvents, visitKey } from './visit-items.ts';

type CountEvents = (event: DynamoDBStreamEvent & { shardId: string }) => Promise<unknown>;

const shardId = 'shardId-1';

/** Measures the write units of a visit and of a submission, for the request and for counting it. */
export async function unitsOfVisitors(service: Service): Promise<Table> {
  const { handler } = (await import('../../functions/workers/count-events.ts')) as { handler: CountEvents };
  const stored = await newStoredForm(service);
  const submissions = (count: number) => insertionsOf([stored], count);
  const visits = (count: number) =>
    Array.from({ length: count }, () => visitRecord(stored.form.id, stored.environmentId));
  const counted = new Map<string, number>();
  for (const [name, recordsOf] of [
    ['submission', submissions],
    ['visit', visits],
  ] as const) {
    // The first run of a day in a process also schedules that day's recount.
    await handler({ Records: recordsOf(100), shardId });
    const { writeUnits } = await consumedBy(dynamodb, () => handler({ Records: recordsOf(100), shardId }));
    counted.set(name, writeUnits / 100);
  }
  return await wholeCosts(service, counted);
}

/** Returns the write units of the request, and of counting it in a batch of 100. */
async function wholeCosts(service: Service, counted: ReadonlyMap<string, number>): Promise<Table> {
  const { handler } = await import('../../functions/submissions/create-submission.ts');
  const { form, environmentId } = await newStoredForm(service);
  const submit = (headers: Record<string, string>) =>
    invoke(handler as unknown as Handler, {
      headers: { ...browserHeaders, authorization: `Bearer ${service.secretKey}`, ...headers },
      pathParameters: { formId: form.id },
      body: eightAnswers,
    });
  await submit({});
  const key = visitKey(form.id, 'a visitor');
  const seen = afterEvents(undefined, environmentId, new Date().toISOString(), firstEvents);
  const writes = [
    ['submission without a session', 'submission', () => submit({})],
    ['submission with a session', 'submission', () => submit({ 'x-session-id': 'another-visitor-of-the-form' })],
    ['events of a visit, reported together', 'visit', () => put({ ...key, ...seen })],
  ] as const;
  const rows: (string | number)[][] = [];
  for (const [name, kind, write] of writes) {
    const { writeUnits } = await consumedBy(dynamodb, write);
    const counting = counted.get(kind) ?? 0;
    rows.push([name, writeUnits, counting, writeUnits + counting]);
  }
  return {
    title: 'Write units of a visit and of a submission',
    columns: ['what', 'in the request', 'counting, in batches of 100', 'together'],
    rows,
  };
}

const put = (Item: object) => dynamodb.send(new PutCommand({ TableName: tableName(), Item }));

const firstEvents = [
  { type: 'view' },
  ...eightFieldForm.fields.slice(0, 3).map(({ id }) => ({ type: 'focus', fieldId: id })),
];

/** The number of visitors so far. Their records follow those of the submissions in the same shard. */
let visitors = 0;

function visitRecord(formId: string, environmentId: string): DynamoDBRecord {
  visitors += 1;
  const key = visitKey(formId, `visitor ${visitors}`);
  const image = afterEvents(undefined, environmentId, new Date().toISOString(), firstEvents);
  const images = { Keys: marshall(key), NewImage: marshall({ ...key, ...image }, { removeUndefinedValues: true }) };
  return recordOf({ ...images, SequenceNumber: String(visitors + 2e9) });
}
