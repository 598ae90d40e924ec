import { Logger } from '@aws-lambda-powertools/logger';

// Lambda's own level, which passes on everything, would override POWERTOOLS_LOG_LEVEL.
delete process.env.AWS_LAMBDA_LOG_LEVEL;

/** Writes structured lines for CloudWatch. Log IDs, and never an answer, key, signature or secret. */
export const log = new Logger();
