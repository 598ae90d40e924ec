import { Logger } from '@aws-lambda-powertools/logger';

/** Structured lines for CloudWatch. Log ids, never an answer, a key, a signature or a secret. */
export const log = new Logger();
