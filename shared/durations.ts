export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** How long a DynamoDB stream keeps a record. Anything older must be a replay. */
export const streamKeepsMs = 24 * hourMs;
