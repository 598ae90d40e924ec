import { SettingsError } from '../../lib/config.ts';
import { CommandError } from './command-error.ts';

type AnyError = Error & { readonly code?: unknown; readonly path?: string };

/** Returns what the user of a command can do about an error, or undefined if the error is a bug of the command. */
export function explanationOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SettingsError || error instanceof CommandError) return error.message;
  return explanations.find(({ is }) => is(error))?.say(error);
}

const hasCode =
  (codes: RegExp) =>
  ({ code }: AnyError) =>
    codes.test(String(code));
const isNamed =
  (names: RegExp) =>
  ({ name }: AnyError) =>
    names.test(name);
const says =
  (words: RegExp) =>
  ({ message }: AnyError) =>
    words.test(message);

const explanations: readonly { is: (error: AnyError) => boolean; say: (error: AnyError) => string }[] = [
  {
    is: hasCode(/^(ENOSPC|EDQUOT)$/),
    say: ({ path }) =>
      `The disk is full${path ? `: ${path} could not be written` : ''}. Free some space, and run this again.`,
  },
  {
    is: hasCode(/^(EACCES|EPERM|EROFS)$/),
    say: ({ path = 'A file' }) =>
      `${path} may not be read or written by this user (${process.env.USER ?? process.getuid?.()}). Run this as the owner of the files, or clone the repository yourself.`,
  },
  { is: says(/region is missing/i), say: () => noRegion },
  {
    is: isNamed(
      /^(CredentialsProviderError|TokenProviderError|ExpiredToken(Exception)?|InvalidClientTokenId|UnrecognizedClientException|InvalidSignatureException|SignatureDoesNotMatch|AuthFailure)$/,
    ),
    say: ({ message }) => `AWS does not take the credentials: ${message}\n${howToSignIn}`,
  },
  {
    is: isNamed(/^(AccessDenied|UnauthorizedOperation|NotAuthorized)/),
    say: ({ message }) => `The credentials do not allow this: ${message}`,
  },
  {
    is: hasCode(/^(ENOTFOUND|ECONNREFUSED|EAI_AGAIN)$/),
    say: ({ message }) => `AWS cannot be reached: ${message}. Check the network, AWS_REGION and AWS_ENDPOINT_URL.`,
  },
];

export const noRegion = 'There is no region. Set AWS_REGION (such as eu-central-1), or the region of the profile.';

export const howToSignIn =
  'Run aws sso login, or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; aws sts get-caller-identity tries them.';
