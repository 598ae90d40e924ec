/** A mail to one person. */
export type Mail = {
  /** The address, without a name. */
  readonly to: string;
  readonly replyTo?: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Additional headers. SES writes those that every mail has, and refuses them here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names the mail in events of SES about it. */
  readonly tag?: string;
};

/** The name of the tag of a mail in SES. */
export const mailTagName = 'formline';

/** The languages of mails. */
export type MailLanguage = 'en' | 'de';

/** Returns the first mail language in an Accept-Language header (RFC 9110, 12.5.4), assuming descending weights. */
export function languageOf(accepted = ''): MailLanguage {
  const languages = accepted.split(',').map(each => each.trim().slice(0, 2).toLowerCase());
  return languages.find(language => language === 'de' || language === 'en') ?? 'en';
}

/** The error of a mail that will never be accepted: a retry would be refused again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/**
 * Whether an error is a MailRefused, by its name: the code that throws it is bundled separately, with its own class.
 */
export const isMailRefused = (error: unknown): error is MailRefused =>
  error instanceof Error && error.name === 'MailRefused';
