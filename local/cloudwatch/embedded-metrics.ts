import type { JsonObject } from '../template/template.ts';
import type { Metric } from './metrics.ts';

/**
 * A log line in the embedded metric format:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export type MeasuredLine = JsonObject & {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Dimensions: readonly (readonly string[])[];
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
};

/** Returns each metric of the line, once for each of its dimension sets. */
export function measurementsIn(line: MeasuredLine): { metric: Metric; value: number }[] {
  return line._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Dimensions.flatMap(names => {
      const dimensions = Object.fromEntries(names.map(name => [name, String(line[name])]));
      return Metrics.map(({ Name }) => ({
        metric: { namespace: Namespace, name: Name, dimensions },
        value: Number(line[Name]),
      }));
    }),
  );
}
