export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A stream of DynamoDB keeps a record so long: what is older can only be a replay. */
export const streamKeepsMs = 24 * hourMs;
