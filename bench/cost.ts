import { prices } from '../shared/domain/analytics/prices.ts';
import { newId } from '../shared/ids.ts';
import { dynamodb } from '../shared/store/table.ts';
import { assumed } from './assumed.ts';
import { type Consumed, consumedBy } from './consumed-capacity.ts';
import { countingTogether } from './counting/full-hours.ts';
import { browserHeaders, eightAnswers } from './eight-field-form.ts';
import { type Handler, invoke } from './invoke.ts';
import type { Table } from './report.ts';
import { newStoredForm, type Service } from './service.ts';

/** The submissions per second, all to one form, and how long counting batches them: `COUNTING_WINDOW_SECONDS`. */
type Traffic = { readonly name: string; readonly perSecond: number; readonly windowSeconds: number };

const traffics: readonly Traffic[] = [
  { name: '100 a second', perSecond: 100, windowSeconds: 10 },
  { name: 'one a second', perSecond: 1, windowSeconds: 10 },
  { name: 'one a minute', perSecond: 1 / 60, windowSeconds: 10 },
  { name: 'one a minute, counted every five', perSecond: 1 / 60, windowSeconds: 300 },
];

/** Returns the number of changes in a stream reader's batch: those of the time, up to its maximum. */
const togetherIn = (seconds: number, perSecond: number, most: number) =>
  Math.max(1, Math.min(most, Math.floor(perSecond * seconds)));

/** The time between reads of a stream without a batching window: four reads per second. */
const pollSeconds = 0.25;

/** The API that accepts the submissions. An HTTP API has another price and doesn't trace. */
type Kind = 'rest' | 'http';

/** Descriptions of items whose names don't explain them. */
const remarks: Readonly<Record<string, string>> = {
  tracing: `a trace of ${assumed.tracedShare * 100} % (\`TRACED_PERCENT\`); none by an HTTP API`,
  'Lambda, the submission': 'one call',
  'reading form and key': "kept for seconds in a function's memory",
  'writing the response': "the item and its entry in the list's index",
  counting:
    'all that come within `COUNTING_WINDOW_SECONDS` together: 10; 300 where they are counted every five minutes',
  'looking for webhooks': 'one run and two reads for all that come in a quarter of a second',
  logs: 'two lines',
};

/** The memory of the two stream readers. */
const gigabytesOf = { counting: 1.73, dispatching: 0.5 };

/** Returns the dollars for a million submissions, by item. */
export async function cost(service: Service): Promise<Table[]> {
  const submission = await submissions(service);
  const apartFromApi: Record<string, number>[] = [];
  for (const traffic of traffics) apartFromApi.push(await dollarsOf(service, submission, traffic));
  return kinds.map(kind => {
    const columns = apartFromApi.map(column => ({ ...ofApi[kind], ...column }) as Record<string, number>);
    const items = Object.keys(columns[0] ?? {});
    const total = columns.map(sumOf);
    return {
      title: `Dollars for a million submissions to a form of eight fields, SUBMIT_API=${kind}`,
      columns: ['item', ...traffics.map(({ name }) => name), 'what it is'],
      rows: [
        ...items.map(item => [item, ...columns.map(column => column[item] ?? 0), remarks[item] ?? '']),
        ['in all', ...total, ''],
      ],
      note: `List prices of us-east-1. Units and bytes are measured here; assumed are ${assumed.submissionMs} ms of a submission, ${assumed.workerMs} ms of a run of a worker, and ${assumed.logBytes} bytes of log lines. A month of storage is in it; what a stage costs idle is not.`,
    };
  });
}

/** Returns the dollars for a million submissions spread evenly over a month, by API. */
export async function dollarsOfMonth(service: Service): Promise<Record<Kind, number>> {
  const perSecond = 1e6 / (730 * 3600);
  const traffic = { name: 'a million a month', perSecond, windowSeconds: 10 };
  const apartFromApi = await dollarsOf(service, await submissions(service), traffic);
  return { rest: sumOf({ ...ofApi.rest, ...apartFromApi }), http: sumOf({ ...ofApi.http, ...apartFromApi }) };
}

const sumOf = (items: Readonly<Record<string, number>>): number =>
  Object.values(items).reduce((sum, dollars) => sum + dollars, 0);

const kinds: readonly Kind[] = ['rest', 'http'];
const million = (dollars: number) => dollars * 1e6;

const ofApi: Readonly<Record<Kind, Record<string, number>>> = {
  rest: { 'API Gateway': million(prices.gatewayRequest), tracing: million(assumed.tracedShare * prices.trace) },
  http: { 'API Gateway': million(prices.httpApiRequest), tracing: 0 },
};

type Submission = { readonly warm: Consumed; readonly cold: Consumed; readonly bytes: number };

/** Measures a submission with empty caches and one with full caches. */
async function submissions(service: Service): Promise<Submission> {
  const { handler } = await import('../functions/submissions/create-submission.ts');
  const { form } = await newStoredForm(service);
  const headers = { ...browserHeaders, 'x-publishable-key': service.publishableKey };
  const request = { pathParameters: { formId: form.id }, headers, body: eightAnswers };
  let answer = '';
  const submit = async () => {
    answer = await invoke(handler as unknown as Handler, request);
  };
  const cold = await consumedBy(dynamodb, submit);
  const warm = await consumedBy(dynamodb, submit);
  const bytes = Buffer.byteLength(answer);
  return { cold, warm, bytes };
}

/** @returns dollars for a million submissions by item, without the API */
async function dollarsOf(
  service: Service,
  { warm, cold, bytes }: Submission,
  { perSecond, windowSeconds }: Traffic,
): Promise<Record<string, number>> {
  const countedTogether = togetherIn(windowSeconds, perSecond, 2500);
  const dispatchedTogether = togetherIn(pollSeconds, perSecond, 100);
  // Import it after the logger's settings, like the handler.
  const { receiversOf } = await import('../shared/store/receivers/receivers.ts');
  const counted = await countingTogether(service, 8, countedTogether);
  const receivers = await consumedBy(dynamodb, async () => {
    await receiversOf(service.caller.environmentId);
    await receiversOf(newId('form'));
  });
  // An environment of the function reads the form again each second.
  const readsAnew = Math.min(1, 1 / perSecond);
  const units = ({ readUnits, writeUnits }: Consumed) => readUnits * prices.readUnit + writeUnits * prices.writeUnit;
  const runOf = (memory: number) =>
    prices.functionCall + (assumed.workerMs / 1000) * memory * prices.functionGigabyteSecond;
  const call = prices.functionCall + (assumed.submissionMs / 1000) * prices.functionGigabyteSecond;
  const gigabytes = (count: number) => count / 1e9;
  return {
    'Lambda, the submission': million(call),
    'reading form and key': million(readsAnew * cold.readUnits * prices.readUnit),
    'writing the response': million(warm.writeUnits * prices.writeUnit),
    counting: million((units(counted) + runOf(gigabytesOf.counting)) / countedTogether),
    'looking for webhooks': million((units(receivers) + runOf(gigabytesOf.dispatching)) / dispatchedTogether),
    logs: million(gigabytes(assumed.logBytes) * prices.logGigabyte),
    'storage for a month, backups': million(
      gigabytes(2 * bytes) * (prices.tableGigabyteMonth + prices.tableBackupGigabyteMonth),
    ),
    transfer: million(gigabytes(bytes + assumed.overheadBytes) * prices.transferGigabyte),
  };
}
