import { Logger } from '@aws-lambda-powertools/logger';

// What Lambda passes on, which is everything, would otherwise be the level of the logger, over POWERTOOLS_LOG_LEVEL.
delete process.env.AWS_LAMBDA_LOG_LEVEL;

/** Structured lines for CloudWatch. Log ids, never an answer, a key, a signature or a secret. */
export const log = new Logger();
