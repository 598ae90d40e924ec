/** The metrics of AWS's services that the local cloud measures, by namespace. */
const measured: Readonly<Record<string, readonly string[]>> = {
  'AWS/ApiGateway': ['Count', '4XXError', '5XXError', '4xx', '5xx', 'Latency'],
  'AWS/Lambda': [
    'Invocations',
    'Errors',
    'Duration',
    'IteratorAge',
    'DestinationDeliveryFailures',
    'FailedInvokeEventCount',
    'DroppedEventCount',
    'OnFailureDestinationDeliveredEventCount',
  ],
  'AWS/SQS': [
    'ApproximateNumberOfMessagesVisible',
    'ApproximateAgeOfOldestMessage',
    'ApproximateAgeOfOldestMessageInQuietGroups',
  ],
};

/**
 * The metrics of what can't happen here: the engine never throttles, calls wait for a free environment, and no mail is
 * sent.
 */
const neverMeasured: Readonly<Record<string, readonly string[]>> = {
  'AWS/DynamoDB': ['ReadThrottleEvents', 'WriteThrottleEvents'],
  'AWS/Lambda': ['Throttles'],
  'AWS/SES': ['Reputation.BounceRate', 'Reputation.ComplaintRate'],
  'AWS/Usage': ['ResourceCount'],
};

/**
 * Returns `measured` also for custom namespaces, because the metrics that functions print and metric filters find are
 * measured.
 */
export function knowledgeOf(namespace: string, name: string): 'measured' | 'never measured' | 'unknown' {
  if (!namespace.startsWith('AWS/') || measured[namespace]?.includes(name)) return 'measured';
  return neverMeasured[namespace]?.includes(name) ? 'never measured' : 'unknown';
}
