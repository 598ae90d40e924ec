/** A mail to one person. */
export type Mail = {
  /** An address, without a name. */
  readonly to: string;
  readonly replyTo?: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Further ones: SES writes those that every mail has, and refuses them here. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The languages that mails are written in. */
export type MailLanguage = 'en' | 'de';

/** The first of an Accept-Language header (RFC 9110, 12.5.4) that mails are written in; weights are taken to fall. */
export function languageOf(accepted = ''): MailLanguage {
  const languages = accepted.split(',').map(each => each.trim().slice(0, 2).toLowerCase());
  return languages.find(language => language === 'de' || language === 'en') ?? 'en';
}

/** Of a mail that will never be taken: the same would be refused again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** By its name: what throws it is bundled as a part, with a class of its own. */
export const isMailRefused = (error: unknown): error is MailRefused =>
  error instanceof Error && error.name === 'MailRefused';
