import type { Metric } from '../cloudwatch/metrics.ts';
import type { Properties } from './properties.ts';
import type { JsonObject } from './template.ts';

export type MetricFilterResource = {
  readonly logGroup: string;
  readonly matches: (line: JsonObject) => boolean;
  readonly metric: Metric;
  readonly value: number;
};

type LogCondition = MetricFilterResource['matches'];

const comparisons: Readonly<Record<string, (value: unknown, other: number | string) => boolean>> = {
  '=': (value, other) => value === other,
  '!=': (value, other) => value !== other,
  // Numbers only: CloudWatch doesn't order text.
  '>': (value, other) => typeof value === 'number' && value > Number(other),
  '<': (value, other) => typeof value === 'number' && value < Number(other),
};

export function readMetricFilter(properties: Properties): MetricFilterResource {
  const pattern = properties.required('FilterPattern', properties.text('FilterPattern'));
  const [transformation, ...others] = properties.groups('MetricTransformations');
  if (!transformation || others.length > 0) throw properties.refused('MetricTransformations other than one');
  const value = transformation.number('MetricValue');
  const metric = {
    namespace: transformation.required('MetricNamespace', transformation.text('MetricNamespace')),
    name: transformation.required('MetricName', transformation.text('MetricName')),
    dimensions: {},
  };
  transformation.done();
  return {
    logGroup: properties.required('LogGroupName', properties.text('LogGroupName')),
    matches: matcher(pattern, properties),
    metric,
    value: transformation.required('MetricValue', value),
  };
}

/**
 * Returns the matcher of `{ ($.a > 1) && ($.b != "text") }`: comparisons with numbers and text, which must all be true.
 */
function matcher(pattern: string, properties: Properties): LogCondition {
  const inside = /^\{(.+)\}$/.exec(pattern)?.[1] ?? '';
  const conditions = inside.split('&&').map((text): LogCondition => {
    const [, field = '', comparison = '', number, quoted] =
      /^\s*\(?\s*\$\.(\w+)\s*(!=|=|>|<)\s*(?:(\d+)|"([^"*%]*)")\s*\)?\s*$/.exec(text) ?? [];
    const compare = comparisons[comparison];
    if (!compare) throw properties.refused(`"${text.trim()}" in FilterPattern`);
    return line => compare(line[field], quoted ?? Number(number));
  });
  return line => conditions.every(condition => condition(line));
}
