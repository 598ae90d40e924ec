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

/** Those of what cannot happen here: the engine never throttles, calls that find no free environment wait, and no mail leaves. */
const neverMeasured: Readonly<Record<string, readonly string[]>> = {
  'AWS/DynamoDB': ['ReadThrottleEvents', 'WriteThrottleEvents'],
  'AWS/Lambda': ['Throttles'],
  'AWS/SES': ['Reputation.BounceRate', 'Reputation.ComplaintRate'],
  'AWS/Usage': ['ResourceCount'],
};

/** `measured` too for a namespace that is not AWS's: what functions print and what metric filters find is measured. */
export function knowledgeOf(namespace: string, name: string): 'measured' | 'never measured' | 'unknown' {
  if (!namespace.startsWith('AWS/') || measured[namespace]?.includes(name)) return 'measured';
  return neverMeasured[namespace]?.includes(name) ? 'never measured' : 'unknown';
}
