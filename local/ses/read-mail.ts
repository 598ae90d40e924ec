import { ServiceError } from '../json-protocol.ts';
import { isObject, type Json, type JsonObject } from '../template/template.ts';
import type { SentMail } from './mail-file.ts';

export type SesOptions = {
  /** The verified domains and addresses. */
  readonly identities: readonly string[];
  readonly configurationSets: readonly string[];
};

const badRequest = (message: string) => new ServiceError('BadRequestException', message);

/** SES's maximum: https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const recipientsMax = 50;
/** The headers that SES writes itself: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const ownHeaders = /^(from|to|cc|bcc|subject|reply-to|date|message-id|return-path|sender|mime-version|content-.*)$/i;

/** Reads the input of SendEmail. Throws where SES refuses. */
export function readMail(input: JsonObject, options: SesOptions): Omit<SentMail, 'messageId'> {
  const from = headerText(input.FromEmailAddress, 'FromEmailAddress');
  const to = addresses(inside(input.Destination).ToAddresses);
  if (to.length === 0) throw badRequest('No recipients');
  if (to.length > recipientsMax) throw badRequest(`Recipient count exceeds ${recipientsMax}.`);
  refuseUnverified(addressIn(from), options.identities);
  refuseUnknownSet(String(input.ConfigurationSetName ?? ''), options.configurationSets);
  const simple = inside(inside(input.Content).Simple);
  const body = inside(simple.Body);
  return {
    ...{ from, to, replyTo: addresses(input.ReplyToAddresses) },
    subject: headerText(inside(simple.Subject).Data, 'Subject'),
    text: String(inside(body.Text).Data ?? ''),
    html: String(inside(body.Html).Data ?? ''),
    headers: headersOf(simple.Headers),
    tags: tagsOf(input.EmailTags),
  };
}

const inside = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const addresses = (value: Json | undefined): string[] => list(value).map(each => checkedAddress(String(each)));

/** Returns the address in a mailbox: `forms@acme.example` in `Acme <forms@acme.example>`. */
const addressIn = (mailbox: string): string => checkedAddress(/<([^<>]*)>$/.exec(mailbox)?.[1] ?? mailbox);

function checkedAddress(address: string): string {
  if (!/^[\x21-\x7e]{1,64}@[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/.test(address) || /[,;<>"\\]/.test(address)) {
    throw badRequest(`Illegal address: ${JSON.stringify(address)}`);
  }
  return address;
}

/** Returns a header of one line. It must be ASCII, except for the subject, which SES encodes. */
function headerText(value: Json | undefined, name: string): string {
  const text = String(value ?? '');
  if (text === '') throw badRequest(`${name} is missing`);
  if (/[\r\n]/.test(text)) throw badRequest(`Control characters not allowed in ${name}`);
  if (name !== 'Subject' && /[^\x20-\x7e]/.test(text)) throw badRequest(`Local address contains control or whitespace`);
  return text;
}

function headersOf(value: Json | undefined): (readonly [string, string])[] {
  const headers = list(value).map(each => [String(inside(each).Name), String(inside(each).Value)] as const);
  if (headers.length > 15) throw badRequest('Too many headers');
  for (const [name, text] of headers) {
    if (!/^[\x21-\x39\x3b-\x7e]{1,126}$/.test(name)) throw badRequest(`Invalid header name ${JSON.stringify(name)}`);
    if (ownHeaders.test(name)) throw badRequest(`Header ${name} is set by SES`);
    if (!/^[\x20-\x7e]{1,870}$/.test(text)) throw badRequest(`Invalid value of header ${name}`);
  }
  return headers;
}

/** Returns the tags of a mail: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html */
function tagsOf(value: Json | undefined): Record<string, readonly string[]> {
  const tags = list(value).map(each => [String(inside(each).Name), String(inside(each).Value)] as const);
  for (const text of tags.flat())
    if (!/^[\w.@-]{1,256}$/.test(text)) throw badRequest(`Invalid tag ${JSON.stringify(text)}`);
  return Object.fromEntries(tags.map(([name, text]) => [name, [text]]));
}

/** Throws for an unverified address. Only the part before the at sign is case-sensitive. */
function refuseUnverified(address: string, identities: readonly string[]): void {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  if (identities.some(identity => identity === address || isWithin(domain, identity))) return;
  throw new ServiceError('MessageRejected', notVerified(address));
}

/** Returns the message for an unverified sender or, in the sandbox, recipient. */
export const notVerified = (address: string): string =>
  `Email address is not verified. The following identities failed the check in region US-EAST-1: ${address}`;

/** Whether a verified domain covers a domain. It covers its subdomains. */
const isWithin = (domain: string, identity: string): boolean =>
  !identity.includes('@') && (domain === identity || domain.endsWith(`.${identity}`));

function refuseUnknownSet(name: string, known: readonly string[]): void {
  if (name === '' || known.includes(name)) return;
  throw new ServiceError('NotFoundException', `Configuration set <${name}> does not exist.`, { status: 404 });
}
