import { type Expression, parseExpression } from '../cloudwatch/expression.ts';
import { knowledgeOf } from '../cloudwatch/known-metrics.ts';
import { isStatistic, type Metric, type Statistic } from '../cloudwatch/metrics.ts';
import { constructIdOf, type Properties } from './properties.ts';
import { isObject, type Json } from './template.ts';

export type AlarmResource = {
  /** The construct's ID: `ApiSlow` for the logical ID `ApiSlow0123ABCD`. */
  readonly constructId: string;
  readonly description: string;
  readonly queries: Readonly<Record<string, { readonly metric: Metric; readonly statistic: Statistic }>>;
  /** The metric math over the IDs of the queries. */
  readonly expression: Expression;
  readonly periodSeconds: number;
  readonly periods: number;
  /** The number of breaching periods that make the alarm fire. */
  readonly periodsBreaching: number;
  readonly comparison: (typeof comparisons)[number];
  readonly threshold: number;
  readonly missingIsBreaching: boolean;
  /** Whether its metrics are about what can't happen here. */
  readonly neverRings: boolean;
};

const comparisons = [
  'GreaterThanThreshold',
  'GreaterThanOrEqualToThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;

type AlarmQuery = AlarmResource['queries'][string] & { readonly periodSeconds: number };

/** Reads an alarm. `mute` has the topics that no alarm may publish to. */
export function readAlarm(properties: Properties, mute: readonly string[]): AlarmResource {
  const { queries, expression } = properties.value('Metrics') ? readMetrics(properties) : readMetric(properties);
  const missing = properties.text('TreatMissingData') ?? 'missing';
  if (!['breaching', 'notBreaching'].includes(missing)) throw properties.refused(`TreatMissingData ${missing}`);
  const comparison = comparisons.find(each => each === properties.text('ComparisonOperator'));
  const periods = properties.required('EvaluationPeriods', properties.number('EvaluationPeriods'));
  const [periodSeconds = 0, ...otherPeriods] = new Set(Object.values(queries).map(query => query.periodSeconds));
  if (otherPeriods.length > 0 || periodSeconds % 60 !== 0) throw properties.refused('metrics of unlike periods');
  for (const topic of [...properties.texts('AlarmActions'), ...properties.texts('OKActions')]) {
    if (mute.includes(topic)) throw properties.refused(`an action on ${topic}, whose policy lets no alarm publish`);
  }
  properties.withoutEffect('AlarmName', 'ActionsEnabled', 'Tags');
  const knowledge = Object.values(queries).map(({ metric }) => knowledgeOf(metric.namespace, metric.name));
  return {
    constructId: constructIdOf(properties.resource.id),
    description: properties.text('AlarmDescription') ?? '',
    queries,
    expression,
    periodSeconds,
    periods,
    periodsBreaching: properties.number('DatapointsToAlarm') ?? periods,
    comparison: properties.required('ComparisonOperator', comparison),
    threshold: properties.required('Threshold', properties.number('Threshold')),
    missingIsBreaching: missing === 'breaching',
    neverRings: knowledge.every(each => each === 'never measured'),
  };
}

function readMetric(properties: Properties): { queries: Record<string, AlarmQuery>; expression: Expression } {
  const query = readQuery(properties, properties, properties.text('Statistic'));
  return { queries: { metric: query }, expression: values => values('metric') };
}

/** Returns the one expression with the result, and its metrics. */
function readMetrics(properties: Properties): { queries: Record<string, AlarmQuery>; expression: Expression } {
  const queries: Record<string, AlarmQuery> = {};
  const expressions: string[] = [];
  for (const entry of properties.groups('Metrics')) {
    const id = entry.required('Id', entry.text('Id'));
    const expression = entry.text('Expression');
    const stat = entry.group('MetricStat');
    if (expression) expressions.push(expression);
    if (stat) queries[id] = readQuery(stat, stat.required('Metric', stat.group('Metric')), stat.text('Stat'));
    stat?.withoutEffect('Unit').done();
    entry.withoutEffect('Label', 'ReturnData', 'Period').done();
  }
  const [expression, ...others] = expressions;
  if (expression === undefined || others.length > 0) throw properties.refused('Metrics without one Expression');
  return { queries, expression: parsed(properties, expression) };
}

function parsed(properties: Properties, expression: string): Expression {
  try {
    return parseExpression(expression);
  } catch (error) {
    throw properties.refused((error as Error).message);
  }
}

function readQuery(from: Properties, metric: Properties, statistic = ''): AlarmQuery {
  const namespace = metric.required('Namespace', metric.text('Namespace'));
  const name = metric.required('MetricName', metric.text('MetricName'));
  if (knowledgeOf(namespace, name) === 'unknown') throw metric.refused(`the metric ${namespace} ${name}`);
  if (!isStatistic(statistic)) throw from.refused(`the statistic ${statistic}`);
  const dimensions = (metric.value('Dimensions') ?? []) as readonly Json[];
  const entries = dimensions.filter(isObject).map(({ Name, Value }) => [String(Name), String(Value)] as const);
  if (metric !== from) metric.done();
  return {
    metric: { namespace, name, dimensions: Object.fromEntries(entries) },
    statistic,
    periodSeconds: from.required('Period', from.number('Period')),
  };
}

/** Returns the topics that CloudWatch may not publish to: their policy replaces SNS's default, which would allow it. */
export function readMuteTopics(properties: Properties): readonly string[] {
  const document = properties.required('PolicyDocument', properties.group('PolicyDocument'));
  const letsAlarmsPublish = document
    .groups('Statement')
    .some(
      statement =>
        statement.text('Effect') === 'Allow' &&
        statement.group('Principal')?.text('Service') === 'cloudwatch.amazonaws.com' &&
        [statement.value('Action')].flat().includes('sns:Publish'),
    );
  const topics = properties.texts('Topics');
  return letsAlarmsPublish ? [] : topics;
}
