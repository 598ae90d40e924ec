import { Logger } from '@aws-lambda-powertools/logger';

// Lambda's own level, which passes on everything, would override POWERTOOLS_LOG_LEVEL.
delete process.env.AWS_LAMBDA_LOG_LEVEL;

/** Matches what an error of `JSON.parse` quotes: the text around the fault, which may be an answer. */
const quotedJson = /"[\s\S]*?"(?:\.\.\.)? is not valid JSON/g;

const withoutQuotes = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(quotedJson, 'the text is not valid JSON') : value;

/** Writes structured lines for CloudWatch. Log IDs, and never an answer, key, signature or secret. */
export const log = new Logger({ jsonReplacerFn: withoutQuotes });
