import { type ItemType, prefixOf } from '../../shared/store/keys.ts';

/**
 * How an item with personal data is removed: by an erasure of the person, with their account, the integration that
 * names them or the form, only when its time is over, or by an operator.
 */
type ErasedBy = 'erasure' | 'account' | 'integration' | 'form' | 'time' | 'operator';

/** The personal data in a place: what it is, how long it is kept, who can read it, and how it is erased. */
type Place = { what: string; kept: string; readers: string; erasedBy: ErasedBy };

const members = 'Members, by role and field policy';
const admins = 'Admins';
const service = 'Only the service';
const withForm = 'Until its form is deleted';

const newestCounted: Place = {
  what: 'The ID of the newest response that was counted',
  kept: 'Until the form or organization is deleted',
  readers: service,
  erasedBy: 'form',
};

/**
 * The places of personal data in the table, by item type. `undefined` is an item without any: IDs, hashes, counts,
 * settings and secrets of the team. A new item type needs a row.
 */
export const places: Readonly<Record<ItemType, Place | undefined>> = {
  response: {
    what: 'Answers, notes, replies, origin, browser, language and times of a person',
    kept: '`retention.days`; abandoned ones `retention.partialDays`',
    readers: members,
    erasedBy: 'erasure',
  },
  spam: { what: 'The same, of what is taken for spam', kept: '30 days', readers: members, erasedBy: 'erasure' },
  restricted: {
    what: 'The same, of responses whose processing is restricted',
    kept: 'Until the restriction is lifted, whatever the retention',
    readers: 'Admins',
    erasedBy: 'erasure',
  },
  movedResponse: {
    what: 'Where a response is',
    kept: 'As long as the response',
    readers: service,
    erasedBy: 'erasure',
  },
  visit: {
    what: 'Which fields a visitor focused and answered',
    kept: '30 days after the last event',
    readers: 'Members, as counts',
    erasedBy: 'erasure',
  },
  upload: {
    what: 'Name, type and size of a file',
    kept: 'As long as the response; unclaimed ones a day',
    readers: members,
    erasedBy: 'erasure',
  },
  image: undefined,
  idempotency: { what: 'A hash of a submission', kept: '24 hours', readers: service, erasedBy: 'erasure' },
  delivery: {
    what: 'IDs, and the first KB of what a receiver replied',
    kept: '30 days after it ended',
    readers: 'Admins',
    erasedBy: 'erasure',
  },
  digestEntry: {
    what: 'IDs of responses',
    kept: '40 days after the end of the digest',
    readers: service,
    erasedBy: 'erasure',
  },
  foundResponses: {
    what: 'IDs of responses that name or mention a person',
    kept: 'While a request about the person runs, or has rows in services to remove: 9 days more at most; of a search 7 days',
    readers: service,
    erasedBy: 'time',
  },
  exportedFile: { what: 'IDs of files', kept: '7 days', readers: admins, erasedBy: 'erasure' },
  dataSubject: {
    what: 'The person, masked; your note; who asked for an export; why responses are kept',
    kept: 'A year; a salted hash until the request ends, of a search 7 days',
    readers: admins,
    erasedBy: 'time',
  },
  exportFile: { what: 'Names of forms and files', kept: '7 days', readers: members, erasedBy: 'erasure' },
  deletion: { what: 'IDs of deleted records', kept: '36 days', readers: service, erasedBy: 'time' },
  mail: {
    what: 'Address, network and browser in a mail about an account; IDs of a reply',
    kept: 'Until it is sent or fails, a week at most',
    readers: service,
    erasedBy: 'time',
  },
  mailbox: {
    what: 'A keyed hash of an address, and the ID of the response that it got a reply about',
    kept: '400 days; without end if the reader wants no more replies',
    readers: service,
    erasedBy: 'time',
  },
  recipient: {
    what: 'An address that mails about responses go to',
    kept: 'As long as an integration names it; pending ones 8 days; unsubscribed ones 30 days more',
    readers: admins,
    erasedBy: 'time',
  },
  integration: {
    what: 'Addresses that it sends mails about responses to',
    kept: 'Until it is changed or deleted',
    readers: 'Members',
    erasedBy: 'integration',
  },
  responseViews: {
    what: 'Values that a saved view looks for',
    kept: withForm,
    readers: members,
    erasedBy: 'erasure',
  },
  export: {
    what: 'Values that an export was filtered by',
    kept: '30 days',
    readers: members,
    erasedBy: 'erasure',
  },
  droppedNames: {
    what: 'Names, not values, of fields that a page sent and the form lacks',
    kept: '90 days',
    readers: members,
    erasedBy: 'erasure',
  },
  form: {
    what: 'Names, not values, of extra fields that a page sent',
    kept: 'As long as a response has one; looked for within an hour of a deletion',
    readers: members,
    erasedBy: 'erasure',
  },
  auditEvent: {
    what: 'Who did or read what: user with address, network, browser, ID of the response; why one is restricted, or kept by an erasure',
    kept: 'A year',
    readers: admins,
    erasedBy: 'time',
  },
  reading: { what: 'Who read a response', kept: 'A year', readers: members, erasedBy: 'time' },
  user: { what: 'Name and email address', kept: 'Until deleted', readers: 'Members', erasedBy: 'account' },
  emailAddress: { what: 'Email address', kept: 'As long as the user', readers: service, erasedBy: 'account' },
  identity: {
    what: 'A hash of the identity at a provider',
    kept: 'As long as the user',
    readers: service,
    erasedBy: 'account',
  },
  member: { what: 'Membership and role', kept: 'As long as the user', readers: 'Members', erasedBy: 'account' },
  session: { what: 'Network and browser of a sign-in', kept: '8 days at most', readers: 'The user', erasedBy: 'time' },
  invitation: { what: 'Email address of an invited person', kept: '7 days', readers: admins, erasedBy: 'time' },
  job: {
    what: 'Of a note about an account: its email address',
    kept: 'Until it is in the audit trail, an hour at most',
    readers: service,
    erasedBy: 'time',
  },
  mailStop: {
    what: 'A keyed hash of an address, and why it gets no mails',
    kept: '90 days, a year after a complaint',
    readers: service,
    erasedBy: 'time',
  },
  mailCount: { what: 'A keyed hash of an address', kept: 'Hours', readers: service, erasedBy: 'time' },
  limit: { what: 'A hash of an IP address and a form', kept: 'Minutes', readers: service, erasedBy: 'time' },
  loginFailures: {
    what: 'A keyed hash of an email address and a network',
    kept: 'A day; 90 days for a known network',
    readers: service,
    erasedBy: 'time',
  },
  knownNetwork: { what: 'A keyed hash of a network and a user', kept: '90 days', readers: service, erasedBy: 'time' },
  hourCounts: newestCounted,
  totalCounts: newestCounted,
  organization: undefined,
  environment: undefined,
  pendingLogin: undefined,
  passwordReset: undefined,
  signInState: undefined,
  signInDomain: undefined,
  providerSecret: undefined,
  apiKey: undefined,
  hostedKey: undefined,
  template: undefined,
  draftVersion: undefined,
  formVersion: undefined,
  slug: undefined,
  captchaSecret: undefined,
  hashKey: undefined,
  retention: undefined,
  archive: undefined,
  consentText: undefined,
  proof: undefined,
  refusals: undefined,
  dayCounts: undefined,
  monthCounts: undefined,
  places: undefined,
  statusMark: undefined,
  webhook: undefined,
  autoresponder: undefined,
  dataKey: undefined,
  destroyedKeys: undefined,
  sealing: undefined,
};

/** Places outside the table. */
const elsewhere: Readonly<Record<string, Place>> = {
  'Bucket, `files/`': {
    what: 'Uploaded files',
    kept: 'As long as the response',
    readers: members,
    erasedBy: 'erasure',
  },
  'Bucket of an owner, `responses/`': {
    what: 'Answers, if `storage.answers` is `bucket`',
    kept: 'As long as the response',
    readers: members,
    erasedBy: 'erasure',
  },
  'Bucket, `archives/`': {
    what: 'Expired responses',
    kept: '`retention.archiveDays`, or until its form is deleted',
    readers: members,
    erasedBy: 'erasure',
  },
  'Bucket, `exports/`': {
    what: 'Exported responses, and exports of persons with their files',
    kept: '7 days, 8 at most',
    readers: 'Members who may export; admins',
    erasedBy: 'erasure',
  },
  'Point-in-time recovery': {
    what: 'All that the table had',
    kept: '35 days, or `PITR_DAYS`',
    readers: 'Operators',
    erasedBy: 'time',
  },
  'Stream of the table': {
    what: 'Each change, with what was there before',
    kept: 'A day',
    readers: service,
    erasedBy: 'time',
  },
  'Bucket of records set aside': {
    what: 'Changes that the stream could not deliver',
    kept: '30 days',
    readers: 'Operators',
    erasedBy: 'time',
  },
  'Queues and dead letters': {
    what: 'IDs; of mails that came back, address and subject',
    kept: '14 days',
    readers: 'Operators',
    erasedBy: 'time',
  },
  'Logs of functions': { what: 'IDs of callers; no answers', kept: 'A month', readers: 'Operators', erasedBy: 'time' },
  'Access log': { what: 'Routes, without IP addresses', kept: 'Three months', readers: 'Operators', erasedBy: 'time' },
  'Execution log of the gateway': {
    what: 'Errors of requests, without their content',
    kept: 'Three months',
    readers: 'Operators',
    erasedBy: 'time',
  },
  'Traces of X-Ray, unless `TRACED_PERCENT` is 0': {
    what: 'IP address, URL and `User-Agent` of 1 % of the requests to `/forms…`',
    kept: '30 days',
    readers: 'Operators',
    erasedBy: 'time',
  },
  'Suppression list of SES': {
    what: 'Addresses whose mails came back, or that called one spam',
    kept: 'Until it is removed',
    readers: 'Operators',
    erasedBy: 'operator',
  },
  'The visitor’s browser': {
    what: 'Answers that were not sent yet, without those to `pii` and sealed fields',
    kept: 'Until sent, or the tab is closed',
    readers: 'The visitor',
    erasedBy: 'time',
  },
};

const erasures: Readonly<Record<ErasedBy, string>> = {
  erasure: 'An erasure',
  account: 'Deleting the user',
  integration: 'Your team, in the integration',
  form: 'Deleting the form or organization',
  time: 'Expiry alone',
  operator: 'Operators, [by hand](mail.md#mails-that-come-back)',
};

/** Returns the beginnings of the keys of an item type. */
const nameOf = (item: ItemType): string => `${prefixOf(item, 'pk')} ${prefixOf(item)}`.trim();

const lineOf = (place: string, { what, kept, readers, erasedBy }: Place): string =>
  `| ${place} | ${what} | ${kept} | ${readers} | ${erasures[erasedBy]} |`;

const [begin, end] = ['<!-- map -->\n', '\n<!-- /map -->'];

/** Returns a document with the map of today between its marks. */
export const withPrivacyMap = (document: string): string =>
  `${document.split(begin)[0]}${begin}${privacyMap()}${end}${document.split(end)[1]}`;

/** Returns the table of all places with personal data, as docs/privacy.md shows it. */
function privacyMap(): string {
  const inTable = Object.entries(places).flatMap(([item, place]) =>
    place ? [lineOf(`\`${nameOf(item as ItemType)}\``, place)] : [],
  );
  const others = Object.entries(elsewhere).map(([place, row]) => lineOf(place, row));
  return ['| Place | What | Kept | Who reads | Erased by |', '|---|---|---|---|---|', ...inTable, ...others].join('\n');
}
