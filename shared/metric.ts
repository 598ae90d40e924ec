/** The namespace of the service's own metrics in CloudWatch. */
export const metricNamespace = 'Formline';

/**
 * Logs a measurement in the format that CloudWatch reads metrics from:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 *
 * @param dimension distinguishes measurements of one metric. Default: the function's name
 */
export function measure(
  metric: string,
  value: number,
  unit: 'Seconds' | 'Count',
  dimension: Readonly<Record<string, string>> = { FunctionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'none' },
): void {
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        { Namespace: metricNamespace, Dimensions: [Object.keys(dimension)], Metrics: [{ Name: metric, Unit: unit }] },
      ],
    },
    ...dimension,
    [metric]: value,
  };
  // Bypass the console, whose lines Lambda changes.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
