import type { Properties } from './properties.ts';
import { arn } from './template.ts';

type ScheduleTarget = {
  readonly functionName: string;
  readonly input?: string;
  /** The maximum of Lambda's retries of a failed invocation. */
  readonly retriesMax: number;
};

export type ScheduleResource = {
  readonly name: string;
  readonly logicalId: string;
  readonly arn: string;
  readonly periodMillis: number;
  readonly targets: readonly ScheduleTarget[];
};

/** Lambda's default number of retries of an asynchronous invocation. */
const retriesOfLambda = 2;

export function readInvokeConfig(properties: Properties): [functionName: string, retriesMax: number] {
  const functionName = properties.required('FunctionName', properties.text('FunctionName'));
  properties.withoutEffect('Qualifier');
  return [functionName.split(':').at(-1) ?? '', properties.number('MaximumRetryAttempts') ?? retriesOfLambda];
}

const unitMillis: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
/** The maximum of a timer, in milliseconds. */
const longestPeriodMillis = 2 ** 31 - 1;

export function readRule(properties: Properties, name: string, retries: ReadonlyMap<string, number>): ScheduleResource {
  const { resource } = properties;
  const expression = properties.required('ScheduleExpression', properties.text('ScheduleExpression'));
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const periodMillis = Number(count) * (unitMillis[unit] ?? Number.NaN);
  if (!(periodMillis <= longestPeriodMillis)) throw properties.refused(`the schedule ${expression}`);
  const state = properties.text('State') ?? 'ENABLED';
  if (state !== 'ENABLED') throw properties.refused(`State ${state}`);
  const targets = properties.groups('Targets').map(target => readTarget(target, retries));
  properties.withoutEffect('Name', 'Description', 'Tags');
  return { name, logicalId: resource.id, arn: arn('events', `rule/${name}`), periodMillis, targets };
}

function readTarget(target: Properties, retries: ReadonlyMap<string, number>): ScheduleTarget {
  const targetArn = target.required('Arn', target.text('Arn'));
  if (!targetArn.startsWith('arn:aws:lambda:')) throw target.refused(`the target ${targetArn}`);
  const input = target.text('Input');
  // EventBridge's retries apply to the call of Lambda, which never fails here.
  target.withoutEffect('Id', 'RetryPolicy').done();
  const functionName = targetArn.split(':').at(-1) ?? '';
  return { functionName, input, retriesMax: retries.get(functionName) ?? retriesOfLambda };
}
