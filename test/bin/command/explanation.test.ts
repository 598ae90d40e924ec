import { expect, it } from '@jest/globals';
import { explanationOf } from '../../../bin/command/explanation.ts';
import { SettingsError } from '../../../lib/config.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const coded = (code: string, path?: string) => Object.assign(new Error(`${code}: it failed`), { code, path });

it.each([
  [coded('ENOSPC', '/disk/dist'), /The disk is full: \/disk\/dist could not be written/],
  [coded('ENOSPC'), /The disk is full\. Free some space/],
  [coded('EACCES', '/checkout/dist'), /\/checkout\/dist may not be read or written by this user.*clone/],
  [named('Error', 'Region is missing'), /Set AWS_REGION/],
  [named('CredentialsProviderError', 'Could not load credentials from any providers'), /aws sso login/],
  [named('ExpiredToken', 'The token has expired'), /AWS does not take the credentials: The token has expired/],
  [named('AccessDeniedException', 'not authorized to perform: x'), /The credentials do not allow this: not authorized/],
  [coded('ENOTFOUND'), /AWS cannot be reached/],
  [new SettingsError('KEEP_DATA is "yes".'), /^KEEP_DATA is "yes"\.$/],
])('an operator is told what to do about %s', (error, words) => {
  expect(explanationOf(error)).toMatch(words);
});

it('leaves a fault of the command itself to its stack', () => {
  expect(explanationOf(new TypeError('x is not a function'))).toBeUndefined();
  expect(explanationOf('thrown')).toBeUndefined();
});
