import { randomBytes } from 'node:crypto';

const prefix = 'ses_';
const tokenPattern = /^ses_[A-Za-z0-9_-]{43}$/;

/** Returns a new session token: 256 random bits, with a prefix that secret scanners can look for. */
export const newSessionToken = (): string => prefix + randomBytes(32).toString('base64url');

/** Whether a bearer credential is meant to be a session token. A secret key starts differently. */
export const claimsToBeSession = (bearer: string): boolean => bearer.startsWith(prefix);

export const isSessionToken = (text: string): boolean => tokenPattern.test(text);
