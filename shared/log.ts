import { Logger } from '@aws-lambda-powertools/logger';

// What Lambda passes on, which is everything, would otherwise be the level of the logger, over POWERTOOLS_LOG_LEVEL.
delete process.env.AWS_LAMBDA_LOG_LEVEL;

/** Writes structured lines for CloudWatch. Log IDs, and never an answer, key, signature or secret. */
export const log = new Logger();
