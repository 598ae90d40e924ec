/** The namespace of the service's own metrics in CloudWatch. */
export const metricNamespace = 'Formline';

/**
 * Puts a measurement into the log in the form that CloudWatch reads metrics from, by the function's name:
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function measure(metric: string, value: number, unit: 'Seconds' | 'Count'): void {
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        { Namespace: metricNamespace, Dimensions: [['FunctionName']], Metrics: [{ Name: metric, Unit: unit }] },
      ],
    },
    FunctionName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'none',
    [metric]: value,
  };
  // Past the console, which Lambda wraps into a line of its own form.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
