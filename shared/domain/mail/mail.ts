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

/** Of a mail that will never be taken: the same would be refused again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}
