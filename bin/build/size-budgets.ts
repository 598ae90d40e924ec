const kilobyte = 1024;

/** KB that a bundle may have: what it holds is read and compiled at each cold start. The SDK and the logger take 195. */
const budgetKb = 230;
/** With re2js, the linear-time engine for the customer's patterns: 147 KB, some 5 ms to load. */
const withPatternsKb = 415;
/** With the client of SQS. */
const withQueueKb = 240;
/** The client of KMS, which seals and opens the secrets of webhooks. */
const keysKb = 35;
const exceptionsKb: Readonly<Record<string, number>> = {
  'create-form': withPatternsKb + keysKb,
  'update-form': withPatternsKb + keysKb,
  'create-submission': withPatternsKb,
  'update-response': withPatternsKb,
  'dispatch-events': withQueueKb + 5,
  'sweep-due': withQueueKb,
  'create-webhook': budgetKb + keysKb,
  'update-webhook': budgetKb + keysKb,
  'rotate-webhook-secret': budgetKb + keysKb,
  'deliver-webhook': withQueueKb + keysKb + 15,
  'list-webhooks': 235,
  // Several records in one transaction, with the rules of who may.
  'create-user': budgetKb + 5,
  'update-user': budgetKb + 10,
  'add-member': budgetKb + 5,
  'delete-organization': budgetKb + 5,
  // With totals and deep offsets by time.
  'list-deliveries': 240,
  // With the CSV writer.
  'list-responses': 260,
};

/** A line for each bundle, the largest first. */
export function sizeReport(sizeBytes: ReadonlyMap<string, number>): string[] {
  return [...sizeBytes]
    .sort(([a, aBytes], [b, bBytes]) => bBytes - aBytes || a.localeCompare(b))
    .map(([name, bytes]) => `${kilobytes(bytes).padStart(7)} KB  ${name}`);
}

/** What is wrong with the sizes: one line for each bundle over its budget. */
export function budgetFaults(sizeBytes: ReadonlyMap<string, number>): string[] {
  return [...sizeBytes].flatMap(([name, bytes]) => {
    const budget = exceptionsKb[name] ?? budgetKb;
    return bytes > budget * kilobyte
      ? [`${name} is ${kilobytes(bytes)} KB, more than its budget of ${budget} KB: see what it imports.`]
      : [];
  });
}

function kilobytes(bytes: number): string {
  return (bytes / kilobyte).toFixed(1);
}
