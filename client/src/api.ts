// Made from the contracts of the service by `npm run openapi`; do not edit it.

/** The release that this client belongs to. */
export const version = '0.2.0';

export type FormsPage = {
  items: Form[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
  /** Only with `counts=true`. What exists now, up to date within seconds. */
  counts?: ({
    formId: string;
    /** All responses, as `total` of `GET /responses` counts them. */
    responses: number;
    completed: number;
    partial: number;
    abandoned: number;
    /** Responses that nobody has handled. */
    open: number;
  })[] | undefined;
};

export type Form = {
  id: string;
  /** Shown to visitors, and used as the name of exports. */
  title: string;
  status: FormStatus;
  environment: EnvironmentName;
  /** Increases with each change of `fields`. */
  version: number;
  /** The questions in order. A live form has at least one. */
  fields: Field[];
  /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
  allowedOrigins?: string[] | undefined;
  /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
  fieldPolicies?: Record<string, 'encrypted' | 'masked'> | undefined;
  storage?: FormStorage | undefined;
  ui?: FormUi | undefined;
  theme?: FormTheme | undefined;
  spamProtection?: SpamProtection | undefined;
  /** The form’s own webhooks, which `GET /webhooks` lists too. A secret is only in the response to the request that set it. In an update, an entry with the same event and url keeps its ID and, without `secret`, its secret. */
  webhooks?: ({
    event: WebhookEvent;
    url: string;
    secret?: string | undefined;
    /** As in `POST /webhooks`: also sends partial responses. */
    partials?: boolean | undefined;
    /** As in `POST /webhooks`: sends the answers, without personal ones. */
    includeAnswers?: boolean | undefined;
  })[] | undefined;
  retention?: FormRetention | undefined;
  limits?: FormLimits | undefined;
  /** A readable address of the hosted page: `/f/summer-party`. No other form of the deployment may have it. The form’s last nine addresses lead to the current one, and its id always works. */
  slug?: string | undefined;
  hostedPage?: HostedPageSettings | undefined;
  /** An email to the address in a completed response, unless it is spam. Limits: one a day for an address and form, five a day for an address, 100 an hour for a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each email has a link to unsubscribe. */
  autoresponder?: {
    enabled: boolean;
    /** The email field with the address. Default: the first one without a policy. */
    emailField?: string | undefined;
    /** The text field with the name. Its answer is inserted if it has at most 60 characters, all of them letters or characters that join words, so that it can’t become a link. */
    nameField?: string | undefined;
    /** Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
    subject: string;
    /** Plain text. An empty line starts a paragraph. */
    body: string;
  } | undefined;
  /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
  closesAt?: string | undefined;
  /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
  maxResponses?: number | undefined;
  /** The message when the form is closed. */
  closedMessage?: string | undefined;
  welcome?: Welcome | undefined;
  thankYou?: ThankYou | undefined;
  /** Ends that replace `thankYou` by answer: the first whose condition is true. */
  endings?: Ending[] | undefined;
  privacy?: PrivacyNotice | undefined;
  /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
  language?: string | undefined;
  /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
  texts?: Record<string, FormTexts> | undefined;
  /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
  extraFields?: 'refuse' | 'drop' | 'keep' | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type PublicForm = {
  id: string;
  /** Shown to visitors, and used as the name of exports. */
  title: string;
  version: number;
  fields: PublicField[];
  ui?: FormUi | undefined;
  theme?: FormTheme | undefined;
  spamProtection?: {
    honeypot?: {
      fieldName?: string | undefined;
    } | undefined;
    /** Send it back unchanged as `x-formline-ticket` within 24 hours. */
    ticket?: string | undefined;
    proofOfWork?: {
      /** The address of the challenge to solve before each submission, except partial ones. */
      challengePath: string;
    } | undefined;
    recaptcha?: {
      siteKey?: string | undefined;
    } | undefined;
    captcha?: {
      provider: 'recaptcha' | 'turnstile' | 'hcaptcha';
      siteKey?: string | undefined;
      /** The action of the token. */
      action: 'submit';
      /** Present while the captcha has no secret: no token is needed. */
      enforced?: false | undefined;
    } | undefined;
  } | undefined;
  /** The language of these texts, if the form names its own. */
  language?: string | undefined;
  /** All languages, the form’s own first. */
  languages?: string[] | undefined;
  welcome?: Welcome | undefined;
  thankYou?: ThankYou | undefined;
  /** Ends that replace `thankYou` by answer: the first whose condition is true. */
  endings?: Ending[] | undefined;
  /** When the form closes: ISO 8601, as its owner wrote it. */
  closesAt?: string | undefined;
  /** Present while the form accepts nothing. A page shows the `message` or its own text. */
  closed?: {
    /** The message when the form is closed. */
    message?: string | undefined;
  } | undefined;
};

export type Challenge = {
  parameters: {
    /** How a key is derived from a counter: `PBKDF2/SHA-256`. */
    algorithm: string;
    /** The part of the input before the counter. Hexadecimal, like the others. */
    nonce: string;
    salt: string;
    /** Iterations of each derivation. */
    cost: number;
    /** Bytes of the key. */
    keyLength: number;
    /** The start of the key when the counter is right. */
    keyPrefix: string;
    keySignature: string;
    /** Seconds since 1970. */
    expiresAt: number;
  };
  /** Send it back unchanged with the parameters. */
  signature: string;
};

export type ArchivesPage = {
  items: Archive[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Draft = {
  /** Field ID to value: a string, a number, a boolean, a list of strings, or for a matrix an object, row to column. */
  answers: Record<string, Answer>;
  /** Answered fields whose answers are not shown, because they have a policy. */
  withheld: string[];
  /** When the draft can no longer be read. */
  expiresAt: string;
};

export type ResponsesPage = {
  items: Response[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
  search?: {
    /** The number of responses that the page has read. */
    read: number;
    /** Whether `total` covers all responses; otherwise at least this many match. */
    isTotal: boolean;
  } | undefined;
  form?: Form | undefined;
};

export type Response = {
  id: string;
  formId: string;
  /** The version of the form that the answers were checked against. */
  formVersion: number;
  environment: EnvironmentName;
  status: ResponseStatus;
  /** When the first answers arrived, or the first event of the visit if earlier. */
  startedAt: string;
  /** When the response was first completed; until then, when its first answers arrived. Lists are ordered by it. It does not change with the status later. */
  submittedAt: string;
  /** When answers, status, notes, handling or assignee last changed. */
  updatedAt: string;
  /** The team’s progress with it. `open` until someone changes it. */
  handling: 'open' | 'in_progress' | 'done';
  /** The user who takes care of it. Absent if nobody does. It stays when that member is removed, and then counts as `none` in filters. */
  assigneeId?: string | undefined;
  /** Field ID to value: a string, a number, a boolean, a list of strings, or for a matrix an object, row to column. */
  answers: Record<string, Answer>;
  /** Field ID to the reason why the answer is not shown in full: `hidden` from this caller or `masked` by the field’s policy, `unavailable`, because it could not be decrypted or read, or `destroyed`, because the operator destroyed the key that encrypted it. Absent if all are shown. */
  concealed?: Record<string, 'hidden' | 'masked' | 'unavailable' | 'destroyed'> | undefined;
  /** True if the answers are in a bucket of the form’s owner that can’t be read now. Each answer then shows as unavailable, and changes are refused with 503. Otherwise absent. */
  answersUnavailable?: boolean | undefined;
  /** Only in a list with `files=url`: field ID to the answer’s file, or to a list of files. */
  files?: Record<string, {
    id: string;
    name: string;
    contentType: string;
    /** Bytes. */
    size: number;
    /** A GET downloads the file without a credential, for at most an hour. `null` if there is no link: `withheld` says why. */
    url: string | null;
    /** Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see. */
    withheld?: string | undefined;
  } | ResponseFile[]> | undefined;
  notes: Note[];
  meta: ResponseMeta;
  spam?: Spam | undefined;
  /** True while the processing of the response is restricted (GDPR, Article 18). Only admins see its answers and notes. Otherwise absent. */
  restricted?: boolean | undefined;
};

export type ResponseTimeline = {
  items: ({
    /** `saved`: not submitted yet. `changed`: by the team, see `changes`. `spam`: taken for spam. `read`: the response was opened on its own, or its file; at the latest time within a quarter hour. `delivery`: to a `receiver`. `reply`: a member’s email to the visitor, see `replyState`. */
    type: 'started' | 'saved' | 'submitted' | 'changed' | 'note' | 'spam' | 'read' | 'delivery' | 'reply';
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    at: string;
    /** The user or the secret key that did it. */
    actorId?: string | undefined;
    /** Of a `read`: the name of the key, or the address of the user, then. */
    actorName?: string | undefined;
    /** What changed in a response. Events from before 0.3.0 have none. */
    changes?: {
      status?: ResponseStatus | undefined;
      /** The team’s progress with it. `open` until someone changes it. */
      handling?: 'open' | 'in_progress' | 'done' | undefined;
      /** The new assignee, or `null` for none. */
      assigneeId?: string | null | undefined;
      /** How many notes were added. */
      notes?: number | undefined;
      /** The IDs of fields whose answers changed. */
      fields?: string[] | undefined;
      /** How many answers without a field changed. */
      extras?: number | undefined;
      /** Whether its processing was restricted, or the restriction lifted. */
      restricted?: boolean | undefined;
      /** The reason of the restriction, or of its end. */
      reason?: string | undefined;
      /** Whether it was marked as spam, or taken out of the spam. */
      spam?: boolean | undefined;
    } | undefined;
    noteId?: string | undefined;
    /** The text of a note or a reply. */
    body?: string | undefined;
    replyId?: string | undefined;
    /** The subject of a reply. */
    subject?: string | undefined;
    /** The field with the address that a reply went to. */
    fieldId?: string | undefined;
    /** `queued`: it is sent within a minute. `sent`: the mail service took it. `bounced`: it came back, or its reader marked it as spam. `failed`: it could not be sent. */
    replyState?: 'queued' | 'sent' | 'bounced' | 'failed' | undefined;
    receiver?: {
      /** An `automatic_reply` is the confirmation email that the form sends to the visitor. */
      kind: 'webhook' | 'integration' | 'automatic_reply';
      id: string;
      /** The host of a webhook, or the type of an integration. */
      name: string;
    } | undefined;
    event?: WebhookEvent | undefined;
    deliveryId?: string | undefined;
    /** `waiting`: another attempt follows. `sent`: the mail service or the integration took it. `delivered`: the receiver confirmed it with a 2xx. `failed`: no further attempt follows. */
    state?: 'waiting' | 'sent' | 'delivered' | 'failed' | 'cancelled' | undefined;
    attempts?: ({
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      at: string;
      /** The HTTP status of the receiver, if it answered. */
      status?: number | undefined;
      error?: string | undefined;
    })[] | undefined;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    nextAttemptAt?: string | undefined;
    /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
    waitingFor?: 'receiver' | 'answers' | undefined;
  })[];
  enabled: ({
    /** An `automatic_reply` is the confirmation email that the form sends to the visitor. */
    kind: 'webhook' | 'integration' | 'automatic_reply';
    id: string;
    /** The host of a webhook, or the type of an integration. */
    name: string;
  })[];
  /** Whether the timeline is complete. Otherwise, there was more than one request reads. */
  isWhole: boolean;
};

export type DataSubjectRequestsPage = {
  items: NewDataSubjectRequest[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type DataSubjectRequest = {
  id: string;
  type: 'search' | 'export' | 'erase';
  /** `done` and `failed` are final. `waiting` means that an AWS service is unavailable: the work continues by itself, or fails after a day. `failed` and `waiting` have a `reason`. `done_with_remainder`: everything except `pending` is erased. The state becomes `done` once that is gone too. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'done_with_remainder';
  environment: EnvironmentName;
  environments: DataSubjectParts;
  /** The person, masked. The address or value itself is not stored. */
  subject: {
    email?: string | undefined;
    fieldId?: string | undefined;
    value?: string | undefined;
  };
  /** The number of responses that name the person. */
  found: number;
  /** How many of these are in archives. */
  archived: number;
  /** How many of these were removed. 0 for an export. */
  erased: number;
  /** The number of saved views with the address or value in their name or filters. An erasure removes them; the file of an export lists them. */
  views: number;
  /** The forms with responses that name the person. */
  forms: ({
    formId: string;
    /** The number of responses that name the person. */
    found: number;
    /** How many of these are in archives. */
    archived: number;
    /** How many of these were removed. 0 for an export. */
    erased: number;
  })[];
  /** The exported file, until `expiresAt` or until an erasure removes it. */
  file: {
    bytes: number;
    /** The number of the responses’ uploaded files. */
    files: number;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    expiresAt: string;
  } | null;
  pending: DataSubjectPending;
  disclosedTo: DataSubjectDisclosures;
  /** Why it failed or waits. */
  reason: string | null;
  hits: DataSubjectHits;
  /** The search that an erasure started from. */
  searchId: string | null;
  /** Of an erasure: the responses that only mention the person and that it erases, too. */
  mentions: string[];
  except: DataSubjectExceptions;
  /** When the person must have an answer. */
  deadline: string;
  /** Your note about the request. */
  note: string | null;
  /** When the request was made. It finds what was submitted before. */
  createdAt: string;
  /** When the search began. */
  startedAt: string | null;
  /** When it finished or failed. */
  endedAt: string | null;
  /** The JSON file of an export. */
  download: {
    /** A GET downloads it without a credential. */
    url: string;
    /** The seconds until the link expires. Get the request again for another link. */
    expiresIn: number;
  } | null;
  /** The files of an export, one for each format. Empty until it is done, and when they are gone. */
  downloads: ({
    /** `zip`: a page for the person, `index.html`, with the uploaded files and the data for programs, `data.json`. `json`: that data alone. Exports from before 0.3.0 have only `json`. */
    format: 'zip' | 'json';
    bytes: number;
    /** The number of uploaded files in it. */
    files?: number | undefined;
    /** A GET downloads it without a credential. */
    url: string;
    /** The seconds until the link expires. Get the request again for another link. */
    expiresIn: number;
  })[];
};

export type DataSubjectHitsPage = {
  items: ({
    /** The ID of the response, integration, user or invitation. */
    id: string;
    kind: 'named' | 'mentioned' | 'notes' | 'recipients' | 'accounts';
    /** The form of a response. */
    formId: string | null;
    formTitle: string | null;
    /** Whether the response was in an archive. */
    archived: boolean;
    /** The fields whose answers name or mention the person, ten at most. `label` is `null` without a field. */
    fields: ({
      id: string;
      label: string | null;
    })[];
    /** The notes that mention the person. */
    noteIds: string[];
    /** The replies that mention the person. */
    replyIds: string[];
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type DataSubjectFilesPage = {
  items: ({
    id: string;
    responseId: string;
    fieldId: string;
    name: string;
    contentType: string;
    /** Bytes. */
    size: number;
    /** A GET downloads it without a credential. `null` if there is no link: `withheld` says why. */
    url: string | null;
    /** The seconds until the link expires. Get the request again for another link. */
    expiresIn: number;
    /** Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see. */
    withheld?: string | undefined;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type ExportsPage = {
  items: Export[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Export = {
  id: string;
  /** `done` and `failed` are final. `waiting` means that an AWS service is unavailable: the work continues by itself, or fails after a day. `failed` and `waiting` have a `reason`. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed';
  environment: EnvironmentName;
  /** `null`: all forms of the environment. */
  formId: string | null;
  /** `parquet`: numbers, booleans and times keep their types; multiple choices and matrices are JSON. `xlsx`: an Excel workbook with one sheet of responses and one of their fields. */
  format: 'csv' | 'jsonl' | 'parquet' | 'xlsx';
  /** The number of responses in finished files. */
  rows: number;
  /** The number of responses to export when it began. `null` for a search, whose matches are known at the end. */
  total: number | null;
  /** The number of finished files. */
  files: number;
  /** The size of all files, in bytes. */
  bytes: number;
  /** Why it failed or waits. */
  reason: string | null;
  /** When the export was requested. It contains what was submitted before. */
  createdAt: string;
  /** When it finished or failed. */
  endedAt: string | null;
  /** When its files are removed: seven days after it ends, or when the first response in them expires. They are removed sooner if a response in them is deleted. */
  expiresAt: string | null;
};

export type ExportFilesPage = {
  items: ({
    id: string;
    formId: string;
    /** The name of the file: the name of the form, with a number. */
    name: string;
    rows: number;
    bytes: number;
    /** The seconds until the link expires. */
    expiresIn: number;
    /** A GET downloads it without a credential. `null` if there is no link: `withheld` says why. */
    url: string | null;
    /** Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see. */
    withheld?: string | undefined;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type WebhooksPage = {
  items: Webhook[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Webhook = {
  id: string;
  /** The form whose events are sent. `null`: all forms. */
  formId: string | null;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  partials: boolean;
  includeAnswers: boolean;
  environment: EnvironmentName;
  /** Why the service turned off the webhook: the receiver answered 410 twice in a row, or failed for 8 days. Set `active` to clear it. */
  disabledReason: 'gone' | 'failing' | null;
  secretLast4: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type DeliveriesPage = {
  items: ({
    /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
    id: string;
    status: DeliveryStatus;
    event: DeliveryEvent;
    attemptCount: number;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    createdAt: string;
    /** Set while the delivery is scheduled. */
    nextAttemptAt: string | null;
    webhookId: string;
    /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
    waitingFor?: 'receiver' | 'answers' | undefined;
    /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
    digest?: string | undefined;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Delivery = {
  /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
  id: string;
  status: DeliveryStatus;
  event: DeliveryEvent;
  attemptCount: number;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** Set while the delivery is scheduled. */
  nextAttemptAt: string | null;
  webhookId: string;
  /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
  waitingFor?: 'receiver' | 'answers' | undefined;
  /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
  digest?: string | undefined;
  attempts: DeliveryAttempt[];
  /** The body that a request would have now. The signature covers its bytes. */
  payload: string;
};

export type TemplatesPage = {
  items: Template[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Template = {
  /** The `templateId` of `POST /forms`. */
  id: string;
  /** The name in lists. It need not be unique. */
  name: string;
  /** Its purpose, in a sentence or two. */
  description: string | null;
  /** A text of your choice, which lists can filter by. */
  category: string | null;
  form: TemplateForm;
  /** Part of the service: every organization has it, and nobody can change it. */
  isBuiltIn: boolean;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type IntegrationsPage = {
  items: Integration[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Integration = {
  id: string;
  type: 'slack' | 'discord' | 'teams' | 'google_sheets' | 'notion' | 'airtable' | 'email';
  /** The form whose responses are sent. `null`: all forms. */
  formId: string | null;
  /** The config. Of the credential, it shows only enough to recognize it. */
  config: {
    includePersonalData: boolean;
    webhookUrlLast4?: string | undefined;
    /** Share the spreadsheet with this address. */
    clientEmail?: string | undefined;
    spreadsheetId?: string | undefined;
    sheetName?: string | undefined;
    tokenLast4?: string | undefined;
    databaseId?: string | undefined;
    baseId?: string | undefined;
    table?: string | undefined;
    recipients?: string[] | undefined;
    /** The status of each recipient: a `member`, or `gone` from the organization; an address is `pending` until its link is followed, then `confirmed`, or `unsubscribed`. `undeliverable`: emails bounced or were reported as spam. */
    recipientStatus?: Record<string, 'member' | 'gone' | 'pending' | 'confirmed' | 'unsubscribed' | 'undeliverable'> | undefined;
    includeAnswers?: boolean | undefined;
    replyToField?: string | undefined;
    /** `immediately` (the default): an email for each response. `hourly` and `daily`: one email for all responses in that time, if there are any. */
    digest?: 'immediately' | 'hourly' | 'daily' | undefined;
    digestHour?: number | undefined;
    timeZone?: string | undefined;
  };
  active: boolean;
  /** Why the service turned off the integration: it got 410 twice in a row, or failed for 8 days. Set `active` to clear it. */
  disabledReason: 'gone' | 'failing' | null;
  environment: EnvironmentName;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type IntegrationDeliveriesPage = {
  items: ({
    /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
    id: string;
    status: DeliveryStatus;
    event: DeliveryEvent;
    attemptCount: number;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    createdAt: string;
    /** Set while the delivery is scheduled. */
    nextAttemptAt: string | null;
    integrationId: string;
    /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
    waitingFor?: 'receiver' | 'answers' | undefined;
    /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
    digest?: string | undefined;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type IntegrationDelivery = {
  /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
  id: string;
  status: DeliveryStatus;
  event: DeliveryEvent;
  attemptCount: number;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** Set while the delivery is scheduled. */
  nextAttemptAt: string | null;
  integrationId: string;
  /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
  waitingFor?: 'receiver' | 'answers' | undefined;
  /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
  digest?: string | undefined;
  attempts: DeliveryAttempt[];
};

export type Analytics = {
  environment: EnvironmentName;
  period: ReportPeriod;
  totals: ReportTotals;
  rates: ReportRates;
  forms: ({
    formId: string;
    title: string;
    views: number;
    /** Completed responses, including those submitted with a secret key. */
    submissions: number;
    /** Starts that ended in a submission / `views`, as a percentage. */
    conversionRate: number;
    /** Submissions on each day, oldest first. */
    trend?: number[] | undefined;
  })[];
};

export type FormAnalytics = {
  formId: string;
  environment: EnvironmentName;
  period: ReportPeriod;
  totals: ReportTotals;
  rates: ReportRates;
  fields: FieldMetric[];
  /** Names that pages send without a field in the form. Their answers are dropped; add a `hidden` field with the name to keep them. The 20 most frequent names of the last 90 days, for any period. */
  dropped: ({
    name: string;
    /** The number of submissions with the name. */
    count: number;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    lastAt: string;
  })[];
};

export type Trends = {
  formId: string | null;
  period: ReportPeriod;
  points: ({
    /** A day of the time zone: `2026-01-31`. */
    date: string;
    views: number;
    /** Visits that focused or answered a field. */
    starts: number;
    /** Completed responses, including those submitted with a secret key. */
    submissions: number;
    partial: number;
    /** Abandoned responses, and visits that were abandoned before there was a response. */
    abandoned: number;
  })[];
};

export type Dropoffs = {
  formId: string;
  period: ReportPeriod;
  /** Visits that focused or answered a field. */
  starts: number;
  /** Completed responses, including those submitted with a secret key. */
  submissions: number;
  /** Completed responses that were submitted with a publishable key. */
  submissionsFromBrowsers: number;
  /** Starts that did not end in a submission. */
  dropOffs: number;
  /** Starts without a submission / `starts`, as a percentage. */
  dropOffRate: number;
  fields: ({
    fieldId: string;
    /** The label, or the ID if the field has none. */
    label: string;
    /** The position in the form, from 1. `null`: the form no longer has the field. */
    position: number | null;
    /** Visits that focused or answered the field. */
    reached: number;
    /** Visits that ended here without completing. */
    dropOffs: number;
    /** `dropOffs` / `reached`, as a percentage. */
    dropOffRate: number;
  })[];
};

export type FieldAnalytics = {
  formId: string;
  period: ReportPeriod;
  items: FieldMetric[];
};

export type Summary = {
  formId: string;
  period: {
    from: string | null;
    to: string | null;
    timezone: string;
  };
  /** Completed responses. */
  responses: number;
  /** The number of newest responses that were read for text answers. */
  sampled: number;
  /** In the form’s order, followed by former fields. */
  fields: ({
    fieldId: string;
    /** The label, or the ID if the field has none. */
    label: string;
    /** `null`: the form no longer has the field. */
    type: string | null;
    /** The kind of summary; `none` has no counts. */
    kind: 'option' | 'options' | 'points' | 'boolean' | 'number' | 'ranking' | 'matrix' | 'date' | 'time' | 'files' | 'text' | 'none';
    /** Responses with an answer; `null` if they are not counted. */
    answered: number | null;
    /** Why its answers are not counted: the field’s policy, or personal data. */
    unsummarized?: 'encrypted' | 'masked' | 'pii' | undefined;
    /** Every option in the form’s order, then former options, most frequent first, then `other`. */
    choices?: ({
      /** Empty for `other`. */
      value: string;
      label: string;
      count: number;
      /** The percentage of `answered`. */
      share: number;
      /** `option`: a current option. `former`: a former one. `other`: free texts, and values beyond the limit. */
      kind: 'option' | 'former' | 'other';
      /** The option’s `limit`, if it has one. */
      limit?: number | undefined;
      /** The places left now, whatever the period. */
      left?: number | undefined;
    })[] | undefined;
    points?: {
      mean: number | null;
      nps?: {
        /** For a `scale` from 0 to 10: the share of 9 and 10 minus the share of 0 to 6. */
        score: number | null;
        promoters: number;
        passives: number;
        detractors: number;
      } | undefined;
    } | undefined;
    number?: {
      sum: number;
      mean: number | null;
      /** The sample standard deviation. */
      standardDeviation: number | null;
      /** The median is between `from` and `to`, which are equal if it is exact. Numbers are counted in ranges by their first two digits, integers below 100 one by one. */
      median: {
        from: number;
        to: number;
      } | null;
      /** Each range goes from `from` to just below `to`. They are equal for a single integer. */
      histogram: ({
        from: number;
        to: number;
        count: number;
      })[];
    } | undefined;
    ranking?: ({
      value: string;
      label: string;
      count: number;
      /** 1 is the best; `null` for an option that nobody ranked. */
      meanRank: number | null;
    })[] | undefined;
    matrix?: {
      rows: ({
        value: string;
        label: string;
      })[];
      columns: ({
        value: string;
        label: string;
      })[];
      /** By row, then by column. */
      counts: (number[])[];
    } | undefined;
    dates?: {
      unit: 'day' | 'month' | 'year';
      counts: ({
        date: string;
        count: number;
      })[];
    } | undefined;
    times?: ({
      hour: number;
      count: number;
    })[] | undefined;
    /** All files together. */
    files?: number | undefined;
    texts?: {
      /** The number of answers in the sample. */
      answers: number;
      latest: ({
        responseId: string;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        submittedAt: string;
        answer: string;
      })[];
      /** Words in two or more answers of the sample, most frequent first. */
      words: ({
        word: string;
        count: number;
      })[];
    } | undefined;
  })[];
};

export type ViewsPage = {
  items: ({
    id: string;
    formId: string;
    /** The name of the view. Names need not be unique. */
    name: string;
    /** The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns. */
    columns: string[] | null;
    /** The filters of the view, with the parameters of `GET /responses`. */
    filters: {
      /** Only responses of this status. */
      status?: ResponseStatus | undefined;
      /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
      handling?: 'open' | 'in_progress' | 'done' | undefined;
      /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
      assignee?: string | undefined;
      /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
      source?: 'browser' | 'server' | 'import' | undefined;
      /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
      origin?: string | undefined;
      /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
      language?: string | undefined;
      /** With `form_id`: only the responses from this browser, by its `userAgent`. */
      browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
      /** `spam`: responses marked as spam. */
      folder?: 'inbox' | 'spam' | undefined;
      /** ISO 8601 date or date-time: submitted at this time or later. */
      from?: string | undefined;
      /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
      to?: string | undefined;
      /** A text in an answer. */
      q?: string | undefined;
      /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
      answers?: Record<string, string> | undefined;
    };
    /** The order of its responses. Default: `desc`, newest first. */
    order: 'desc' | 'asc';
    /** The user, or the secret key, that created it. */
    createdBy: string;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    createdAt: string;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    updatedAt: string;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Me = {
  user: User;
  /** Oldest first. */
  memberships: ({
    organizationId: string;
    /** The organization’s name. */
    name: string;
    role: Role;
    /** When the user joined. */
    createdAt: string;
    /** What you must do before you can enter an organization that requires two-factor sign-in. `two_factor`: turn it on. `other_sign_in`: sign in with password and code or with the organization’s provider, because this session’s provider does not count there. */
    requires: 'two_factor' | 'other_sign_in' | null;
  })[];
  twoFactor: {
    /** When two-factor sign-in was turned on. */
    enabledAt: string | null;
    recoveryCodesLeft: number;
  };
  session: {
    /** When the session expires: 24 hours after its last use, and at most 7 days after login. */
    expiresAt: string;
  };
};

export type SessionsPage = {
  items: ({
    id: string;
    /** Whether this request uses the session. */
    current: boolean;
    /** When the user logged in. */
    createdAt: string;
    /** When the session was last used. May be up to five minutes out of date. */
    lastUsedAt: string;
    /** When it expires if it is not used again. */
    expiresAt: string;
    /** The network of the login: 24 bits of an IPv4 address, or 48 of an IPv6 address. Nothing more is stored. */
    network: string | null;
    /** Browser and system, without versions: `Firefox on Linux`. */
    client: string | null;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type SingleSignOn = {
  /** The domains whose addresses may sign in, from `available`. Empty: nobody signs in with a provider. */
  domains: string[];
  /** The role of new members. Without it, only members and invited people can sign in. */
  defaultRole: 'viewer' | 'editor' | 'admin' | null;
  /** Whether password sign-ins are refused with `single_sign_on_required`, except for owners. Keys are not affected. */
  required: boolean;
  /** The domains that the deployment’s operator has made available to this organization. */
  available: ({
    domain: string;
    provider: {
      id: string;
      name: string;
    };
  })[];
  /** When the organization last changed. */
  updatedAt: string;
};

export type ApiKeysPage = {
  items: ApiKey[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type AuditEventsPage = {
  items: AuditEvent[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type UsersPage = {
  items: User[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type User = {
  id: string;
  email: string;
  /** Whether the user has proved the address. False after an admin created the user or set the address or password, until the user follows a link sent to the address or signs in with single sign-on. */
  emailConfirmed: boolean;
  /** The new address that the user asked for. It replaces `email` once the user follows the link sent to it. */
  pendingEmail: string | null;
  name: string | null;
  /** A disabled user can’t log in, and their sessions end. */
  status: 'active' | 'disabled';
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type OrganizationsPage = {
  items: Organization[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Organization = {
  id: string;
  name: string;
  slug: string;
  /** Whether members need two-factor sign-in. Sessions without it get 403 `two_factor_required`. */
  requireTwoFactor: boolean;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
};

export type MembersPage = {
  items: ({
    organizationId: string;
    /** `null` for an invited person. */
    userId: string | null;
    role: Role;
    /** The address of the user or the invited person. */
    email: string;
    /** The name of the user. */
    name: string | null;
    /** The status of the user. `invited`: not accepted yet. */
    status: 'active' | 'disabled' | 'invited';
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    createdAt: string;
    /** Why the deployment no longer emails this address: emails bounced or were reported as spam. `failed`: the invitation could not be sent. `null`: no problem is known. */
    mailStopped: 'bounce' | 'complaint' | 'failed' | null;
    /** Whether the user has two-factor sign-in. Only admins and owners see this. */
    twoFactor?: boolean | undefined;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type InvitationsPage = {
  items: OpenInvitation[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Invitation = {
  organization: {
    name: string;
  };
  /** The invited address. */
  email: string;
  role: Role;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  expiresAt: string;
};

export type EnvironmentsPage = {
  items: Environment[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type FormSealing = {
  formId: string;
  /** `scheduled` after a rotation of the data key, until `startsAt`: stored answers have not changed yet. `done` also if there was nothing to do. */
  status: 'scheduled' | 'running' | 'done';
  /** Responses that were rewritten or moved after the change. */
  rewritten: number;
  /** When it starts; only while `scheduled`. */
  startsAt?: string | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  changedAt?: string | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  finishedAt?: string | undefined;
};

export type ConsentTextsPage = {
  items: ({
    /** The `textHash` in `meta.consents` of a response. */
    textHash: string;
    fieldId: string;
    /** Missing for a form that names no language. */
    language?: string | undefined;
    /** What was agreed to. */
    text: string;
    /** Whether the form shows this text now. */
    current: boolean;
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type DraftVersion = {
  formId: string;
  /** Whether the draft differs from the form. */
  isChanged: boolean;
  /** The fields and properties that were changed in the form, too, since they were changed in the draft. The draft’s change stays. */
  conflicts: string[];
  /** When the draft was last saved; `null` without a draft. */
  savedAt: string | null;
  /** The user, or the secret key. `null`: not known. */
  savedBy: string | null;
  title: string;
  /** As in a form. */
  fields: (Record<string, unknown>)[];
  fieldPolicies?: Record<string, unknown> | undefined;
  ui?: Record<string, unknown> | undefined;
  theme?: Record<string, unknown> | undefined;
  welcome?: Record<string, unknown> | undefined;
  thankYou?: Record<string, unknown> | undefined;
  endings?: (Record<string, unknown>)[] | undefined;
  closedMessage?: string | undefined;
  language?: string | undefined;
  texts?: Record<string, unknown> | undefined;
};

export type VersionsPage = {
  items: ({
    formId: string;
    /** 1 for the first version, then one more each time. */
    number: number;
    /** Whether it is the latest version. */
    isCurrent: boolean;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    createdAt: string;
    /** The user, or the secret key. `null`: not known. */
    createdBy: string | null;
    /** What has changed since the version before, 100 at most. */
    changes: ({
      /** What happened to a field; `moved`: to the order of the fields; `setting`: another property changed. */
      kind: 'added' | 'removed' | 'changed' | 'moved' | 'setting';
      /** The ID of the field, or the name of the property. */
      name: string;
      /** The field’s label. */
      label: string | null;
    })[];
  })[];
  /** The number of all matching items. */
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};

export type Version = {
  formId: string;
  /** 1 for the first version, then one more each time. */
  number: number;
  /** Whether it is the latest version. */
  isCurrent: boolean;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** The user, or the secret key. `null`: not known. */
  createdBy: string | null;
  /** What has changed since the version before, 100 at most. */
  changes: ({
    /** What happened to a field; `moved`: to the order of the fields; `setting`: another property changed. */
    kind: 'added' | 'removed' | 'changed' | 'moved' | 'setting';
    /** The ID of the field, or the name of the property. */
    name: string;
    /** The field’s label. */
    label: string | null;
  })[];
  title: string;
  /** As in a form. */
  fields: (Record<string, unknown>)[];
  fieldPolicies?: Record<string, unknown> | undefined;
  ui?: Record<string, unknown> | undefined;
  theme?: Record<string, unknown> | undefined;
  welcome?: Record<string, unknown> | undefined;
  thankYou?: Record<string, unknown> | undefined;
  endings?: (Record<string, unknown>)[] | undefined;
  closedMessage?: string | undefined;
  language?: string | undefined;
  texts?: Record<string, unknown> | undefined;
};

export type Health = {
  status: 'ok';
  /** The release: `0.2.0`. */
  version: string;
  /** The deployed commit: `1a2b3c4d5e6f`. */
  revision?: string | undefined;
};

export type EnvironmentName = 'production' | 'development' | 'staging';

export type Role = 'viewer' | 'editor' | 'admin' | 'owner';

export type WebhookEvent = 'response.created' | 'response.updated' | 'response.erased' | 'event.view' | 'event.focus' | 'event.abandon';

export type Field = {
  /** The key of the answer in a submission; unique in the form. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
  id: string;
  type: FieldType;
  /** The question. */
  label?: string | undefined;
  /** Whether a completed submission needs an answer, for a `matrix` in each row. Default: `false`. */
  required?: boolean | undefined;
  /** Shown in an empty input. */
  placeholder?: string | undefined;
  /** A help text, shown beside the input. */
  help?: string | undefined;
  /** The answer that a page starts with. It must be valid for the field. The service never fills it in. Not for `file` and `consent`. */
  default?: string | number | boolean | unknown[] | Record<string, unknown> | undefined;
  /** How a browser may fill the input: an autofill token of HTML, such as `email` or `shipping postal-code`; `off` for never. */
  autocomplete?: string | undefined;
  validate?: FieldRules | undefined;
  /** The choices of a `select`, `radio`, `multiselect` or `ranking`, each value once. Required for these types only. */
  options?: Option[] | undefined;
  /** For `select`, `radio` and `multiselect`: one line of up to 200 characters may replace an option. */
  other?: boolean | undefined;
  /** The label of the lowest value of a `rating` or `scale`. */
  lowLabel?: string | undefined;
  /** The label of the highest value. */
  highLabel?: string | undefined;
  /** The text of a `statement` or `consent`, required for these types. In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). */
  text?: string | undefined;
  /** The rows of a `matrix`. */
  rows?: Choice[] | undefined;
  /** The possible answers for each row of a `matrix`. */
  columns?: Choice[] | undefined;
  /** For a `hidden` field: the parameter of the page’s address with its answer. Default: the field’s ID. */
  query?: string | undefined;
  /** For a `currency` field, and required there: the ISO 4217 code, such as `EUR`. An amount has no more decimal places than the currency. */
  currency?: string | undefined;
  /** If false, the field is hidden: not shown, not required, without an answer for other conditions. A hidden `page` hides all its fields. A condition on answers to fields before this one: `{"field": "pet", "op": "eq", "value": "dog"}`, or `{"all": […]}`, `{"any": […]}`, `{"not": …}` of conditions, up to five deep. `op` by the type of the field: `answered`, `empty` for all; `eq`, `ne`, `contains`, `startsWith`, `endsWith` for texts; `eq`, `ne`, `lt`, `lte`, `gt`, `gte` for numbers, ratings, scales, dates, times and calculated fields; `eq`, `ne`, `in` for one choice, `includesAny`, `includesAll` for several; `eq` for a `checkbox` and a `consent`. Choices are compared by their values. 50 conditions a field, 1,000 a form. */
  visibleIf?: Record<string, unknown> | undefined;
  /** If true, the field is required. A condition on answers to fields before this one: `{"field": "pet", "op": "eq", "value": "dog"}`, or `{"all": […]}`, `{"any": […]}`, `{"not": …}` of conditions, up to five deep. `op` by the type of the field: `answered`, `empty` for all; `eq`, `ne`, `contains`, `startsWith`, `endsWith` for texts; `eq`, `ne`, `lt`, `lte`, `gt`, `gte` for numbers, ratings, scales, dates, times and calculated fields; `eq`, `ne`, `in` for one choice, `includesAny`, `includesAll` for several; `eq` for a `checkbox` and a `consent`. Choices are compared by their values. 50 conditions a field, 1,000 a form. */
  requiredIf?: Record<string, unknown> | undefined;
  /** For a `calculated` field, and required there: a formula of fields before this one. `{"op": "*", "args": […]}` with `+`, `-`, `*`, `/`, `min`, `max`, or `round` (to as many digits as its second argument says); `{"field": "seats", "else": 0}` a numeric answer; `{"score": "plan", "values": {"Basic": 10}, "else": 0}` the number of a choice, of several the sum; `{"if": condition, "then": …, "else": …}`; or a number. Up to 64 parts. Without an answer that it needs, and without an `else`, the field has no result. The service computes and stores it, whatever is sent. */
  compute?: Record<string, unknown> | undefined;
  /** Personal data: never in logs, traces or webhooks. */
  pii?: boolean | undefined;
  /** Each answer belongs to one person, such as a customer number: requests of data subjects may name the person by it. */
  identifies?: boolean | undefined;
};

/** The type of answer. A string: `text` one line; `textarea` any lines; `email` an address; `phone` 5 to 25 digits and the signs between them; `url` an address with http or https; `select` and `radio` exactly one of `options`; `date` YYYY-MM-DD; `time` HH:MM; `hidden` a value from the page’s address, not to be trusted; `file` the ID of an upload, or a list of IDs with a `maxFiles` above 1. A JSON number: `number`; `currency` an amount in the field’s `currency`; `rating` 1 to `max`, default 5; `scale` `min` to `max`, default 0 to 10. A boolean: `checkbox`, true if it is required; `consent`, where false counts as not answered. A list of strings: `multiselect` some of `options`; `ranking` all of them, the first the best. `matrix`: an object, row to column. `calculated` is computed by the service. `statement` and `page`, where the next page of the form begins, take no answer. */
export type FieldType = 'text' | 'email' | 'select' | 'textarea' | 'number' | 'date' | 'file' | 'radio' | 'multiselect' | 'checkbox' | 'consent' | 'rating' | 'scale' | 'phone' | 'url' | 'hidden' | 'time' | 'statement' | 'page' | 'calculated' | 'ranking' | 'matrix' | 'currency';

/** Rules for answers. A rule that the type does not have is refused. */
export type FieldRules = {
  /** In Unicode code points. */
  minLength?: number | undefined;
  /** In Unicode code points, 1 or more. Default: 10,000 for `text`, 100,000 for `textarea`, 254 for `email` (the most), 1,000 with a pattern. The longer the answer, the simpler the pattern must be. */
  maxLength?: number | undefined;
  /** A regular expression in RE2 syntax, which matches in linear time: no back-references, no look-around. It may match anywhere in the answer; anchor it with `^` and `$`. */
  pattern?: string | undefined;
  /** The lowest accepted answer: a number for `number`, `currency` and `scale` (0 or 1); HH:MM for `time`; YYYY-MM-DD, `today`, `today+N` or `today-N` days for `date`. A date counts as today while it is today anywhere on earth. */
  min?: number | string | undefined;
  /** The highest accepted answer, like `min`; for `rating` and `scale` up to 10. */
  max?: number | string | undefined;
  /** For `number`: answers are multiples of this, counted from `min` or 0, in decimal arithmetic. */
  step?: number | undefined;
  /** For `number`: no fractions. */
  integer?: boolean | undefined;
  /** The fewest options to choose. With this or `maxSelected`, a `ranking` may have a part of them. */
  minSelected?: number | undefined;
  /** The most options to choose. */
  maxSelected?: number | undefined;
  /** For `email`: the allowed domains, in any case. A subdomain is a different domain. */
  domains?: string[] | undefined;
  /** For `file`: media types (`image/png`, `image/*`) and name endings (`.pdf`). One must match the type or name that the sender declares. */
  accept?: string[] | undefined;
  /** For `file`: the largest size in bytes. Default and maximum: the deployment’s limit. */
  maxBytes?: number | undefined;
  /** For `file`. Default: 1. */
  maxFiles?: number | undefined;
};

/** A text, or a `value` with the `label` that people read and its `limit`. */
export type Option = string | {
  /** The stored answer. */
  value: string;
  /** The text that people read. */
  label: string;
  /** The most completed responses that may choose this option. After that, the option is refused with the rule `full`. Only for `select`, `radio` and `multiselect` without `other`, and not for fields with a policy. */
  limit?: number | undefined;
};

/** A text, or a `value` with the `label` that people read. */
export type Choice = string | {
  /** The stored answer. */
  value: string;
  /** The text that people read. */
  label: string;
};

export type PublicField = {
  /** The key of the answer in a submission; unique in the form. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
  id: string;
  type: FieldType;
  /** The question. */
  label?: string | undefined;
  /** Whether a completed submission needs an answer, for a `matrix` in each row. Default: `false`. */
  required?: boolean | undefined;
  /** Shown in an empty input. */
  placeholder?: string | undefined;
  /** A help text, shown beside the input. */
  help?: string | undefined;
  /** The answer that a page starts with. It must be valid for the field. The service never fills it in. Not for `file` and `consent`. */
  default?: string | number | boolean | unknown[] | Record<string, unknown> | undefined;
  /** How a browser may fill the input: an autofill token of HTML, such as `email` or `shipping postal-code`; `off` for never. */
  autocomplete?: string | undefined;
  validate?: FieldRules | undefined;
  /** The choices of a `select`, `radio`, `multiselect` or `ranking`, each value once. Required for these types only. */
  options?: Option[] | undefined;
  /** For `select`, `radio` and `multiselect`: one line of up to 200 characters may replace an option. */
  other?: boolean | undefined;
  /** The label of the lowest value of a `rating` or `scale`. */
  lowLabel?: string | undefined;
  /** The label of the highest value. */
  highLabel?: string | undefined;
  /** The text of a `statement` or `consent`, required for these types. In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). */
  text?: string | undefined;
  /** The rows of a `matrix`. */
  rows?: Choice[] | undefined;
  /** The possible answers for each row of a `matrix`. */
  columns?: Choice[] | undefined;
  /** For a `hidden` field: the parameter of the page’s address with its answer. Default: the field’s ID. */
  query?: string | undefined;
  /** For a `currency` field, and required there: the ISO 4217 code, such as `EUR`. An amount has no more decimal places than the currency. */
  currency?: string | undefined;
  /** If false, the field is hidden: not shown, not required, without an answer for other conditions. A hidden `page` hides all its fields. A condition on answers to fields before this one: `{"field": "pet", "op": "eq", "value": "dog"}`, or `{"all": […]}`, `{"any": […]}`, `{"not": …}` of conditions, up to five deep. `op` by the type of the field: `answered`, `empty` for all; `eq`, `ne`, `contains`, `startsWith`, `endsWith` for texts; `eq`, `ne`, `lt`, `lte`, `gt`, `gte` for numbers, ratings, scales, dates, times and calculated fields; `eq`, `ne`, `in` for one choice, `includesAny`, `includesAll` for several; `eq` for a `checkbox` and a `consent`. Choices are compared by their values. 50 conditions a field, 1,000 a form. */
  visibleIf?: Record<string, unknown> | undefined;
  /** If true, the field is required. A condition on answers to fields before this one: `{"field": "pet", "op": "eq", "value": "dog"}`, or `{"all": […]}`, `{"any": […]}`, `{"not": …}` of conditions, up to five deep. `op` by the type of the field: `answered`, `empty` for all; `eq`, `ne`, `contains`, `startsWith`, `endsWith` for texts; `eq`, `ne`, `lt`, `lte`, `gt`, `gte` for numbers, ratings, scales, dates, times and calculated fields; `eq`, `ne`, `in` for one choice, `includesAny`, `includesAll` for several; `eq` for a `checkbox` and a `consent`. Choices are compared by their values. 50 conditions a field, 1,000 a form. */
  requiredIf?: Record<string, unknown> | undefined;
  /** For a `calculated` field, and required there: a formula of fields before this one. `{"op": "*", "args": […]}` with `+`, `-`, `*`, `/`, `min`, `max`, or `round` (to as many digits as its second argument says); `{"field": "seats", "else": 0}` a numeric answer; `{"score": "plan", "values": {"Basic": 10}, "else": 0}` the number of a choice, of several the sum; `{"if": condition, "then": …, "else": …}`; or a number. Up to 64 parts. Without an answer that it needs, and without an `else`, the field has no result. The service computes and stores it, whatever is sent. */
  compute?: Record<string, unknown> | undefined;
  /** Its answer is personal or encrypted: it is sent only with the submission, never in a partial save, and the browser does not keep it. */
  unsaved?: boolean | undefined;
  /** The number of places left, by the value of each option with a `limit`: `{"Pottery": 3}`. At 0, the option is full. */
  left?: Record<string, number> | undefined;
  /** Identifies the text of a `consent` in this language. Send those that you show as `_consents`: they prove what a person agreed to. */
  consentId?: string | undefined;
};

/** Only a `live` form accepts submissions; a `draft` does not yet, an `archived` one no longer. You can change it in any order. */
export type FormStatus = 'live' | 'draft' | 'archived';

export type FormStorage = {
  /** `owner`: answers (see `answers`), uploads, archives and exports go to `bucket`, with the role `roleArn`, or with a bucket policy and a proof. They are tested when you set them. `platform` (the default): they go to the deployment’s bucket, and `bucket` is not used: `warnings` says so. Existing files stay where they are. */
  mode?: 'owner' | 'platform' | undefined;
  /** An S3 bucket in the deployment’s region. */
  bucket?: string | undefined;
  /** The ARN of the role for the bucket. Its name begins with `formline-storage-`. Without it, the bucket policy must allow the deployment’s role, and the object `formline/{organization id}` must contain the number of the account that owns the bucket. An error message has both. */
  roleArn?: string | undefined;
  /** Set by the service: the organization’s ID. The role’s trust policy must require it. */
  externalId?: string | undefined;
  /** Set by the service if `roleArn` is the deployment’s role: the account that owns the bucket. */
  account?: string | undefined;
  /** With the mode `owner`, where answers are kept. `bucket` (the default when you set a bucket): they go there within seconds of the submission, and the table keeps IDs, status, times, counts and notes; lists and exports take longer. `table`: they stay in the deployment’s table, as in forms from before this setting. A change moves stored answers: `GET /forms/{id}/sealing` shows the progress. */
  answers?: 'bucket' | 'table' | undefined;
  /** Where everything must be kept. A deployment serves its own region and `global`, and refuses others with `not_supported`. */
  region?: 'us' | 'eu' | 'global' | undefined;
};

/** How the embed and the hosted page show the form. */
export type FormUi = {
  theme?: 'auto' | 'light' | 'dark' | undefined;
  progress?: 'steps' | 'bar' | 'none' | undefined;
  layout?: 'one-by-one' | 'all-at-once' | undefined;
  /** Whether the embed sends answers while the visitor fills in the form: never before “send” (`off`, the default), `on`, or once a `consent` of the form is given. `on` and `afterConsent` tell the visitor, and never send answers to fields that are `pii` or have a policy. Forms from before this setting are `on`. Partial submissions that a page sends itself are taken in any case. */
  partialSaves?: 'off' | 'on' | 'afterConsent' | undefined;
  /** Offers visitors a link to continue later, for 30 days. It works once: the first person to open it sees the answers so far and continues. */
  saveAndResume?: boolean | undefined;
};

/** The brand of the form, in the embed and on the hosted page. `--fl-` properties of the page around an embed win. Low contrast gives `warnings`. */
export type FormTheme = {
  /** The color of buttons, links and selected options: `#00695c`. */
  accent?: string | undefined;
  /** A color, with which the form is the same in light and dark; or `transparent`: no card of its own. */
  background?: string | undefined;
  /** The text color. Default: black or white, depending on the background. */
  text?: string | undefined;
  /** A font family on the visitor’s device. `inherit`: the font of the page around an embed. */
  font?: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | 'mono' | 'inherit' | undefined;
  /** The corner radius, in pixels. Default: 8. */
  radius?: number | undefined;
  /** The maximum width: 32, 42 or 56 rem, or all available space. Default: `medium`. */
  width?: 'narrow' | 'medium' | 'wide' | 'full' | undefined;
  /** The space between questions; `comfortable` by default. */
  density?: 'compact' | 'comfortable' | 'spacious' | undefined;
  /** The button that sends the form; default: “Send” in the visitor’s language. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
  buttonText?: string | undefined;
  /** The logo above the title, at most 64 pixels high. */
  logo?: {
    /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
    image: string;
    /** What it shows, for people who can’t see it. */
    alt?: string | undefined;
  } | undefined;
  /** The band above the form, four times as wide as high. It shows the middle of the image. */
  cover?: {
    /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
    image: string;
    /** What it shows, for people who can’t see it. */
    alt?: string | undefined;
  } | undefined;
};

/** How long responses are kept. Older ones are hidden from lists and exports, and then removed with their files. A change applies at once, also to old responses. Expired ones stay expired. */
export type FormRetention = {
  /** Periods of 24 hours after the submission. Without it, responses are kept. */
  days?: number | undefined;
  /** What happens after `days`. Default: `delete`. */
  policy?: 'delete' | 'archive' | undefined;
  /** Days after which an archive is deleted with the files of its responses, counted from when it was made. A change also applies to existing archives. Without it, archives are kept until their form is deleted. */
  archiveDays?: number | undefined;
  /** Days after which an abandoned response is removed with its files, whatever the policy. They begin when it is abandoned, a day after its last save, or with a later change. `0`: it is kept like a completed one. Default: 30, and 0 in forms from before 0.3.0. */
  partialDays?: number | undefined;
};

export type FormLimits = {
  /** The largest body that a publishable key may send, in bytes. Default: what the fields can hold, at least 32,768. */
  bodyBytes?: number | undefined;
};

/** The form’s hosted page: `GET /f/{formId}`. */
export type HostedPageSettings = {
  /** Whether there is a page at `/f/{formId}`. Default: `true`. */
  enabled?: boolean | undefined;
  /** Whether search engines may list it. Default: `false`. */
  indexed?: boolean | undefined;
  /** One or two sentences that search engines, and networks where the link is shared, show below the title. */
  description?: string | undefined;
  /** The picture that networks show where the link is shared, best 1,200 by 630 pixels. Visitors do not load it. */
  imageUrl?: string | undefined;
};

/** What the page shows or opens after a submission. */
export type ThankYou = {
  /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
  text?: string | undefined;
  /** The http or https address to open instead. */
  redirectUrl?: string | undefined;
  /** Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded. */
  redirectAnswers?: string[] | undefined;
};

export type Ending = {
  /** Identifies the ending in `texts`. */
  id: string;
  /** A condition like `visibleIf`, on any answers of the form. */
  if: Record<string, unknown>;
  /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
  text?: string | undefined;
  /** The http or https address to open instead. */
  redirectUrl?: string | undefined;
  /** Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded. */
  redirectAnswers?: string[] | undefined;
};

/** A page before the first question. Without a script it is above the form. */
export type Welcome = {
  /** In limited Markdown, like the text of `thankYou`. */
  text: string;
  /** The button that begins; default: “Next”. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
  buttonText?: string | undefined;
};

/** The privacy notice above the button that sends the form (GDPR, Article 13). In the public schema it is the last field, the statement `_privacy`. */
export type PrivacyNotice = {
  /** The http or https address of your privacy policy. */
  url?: string | undefined;
  /** Who is responsible for the answers, and how to contact them. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
  controller?: string | undefined;
  /** What you need the answers for. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
  purpose?: string | undefined;
  /** The legal basis: GDPR, Article 6(1). */
  lawfulBasis?: 'consent' | 'contract' | 'legalObligation' | 'vitalInterests' | 'publicTask' | 'legitimateInterests' | undefined;
};

export type FormTexts = {
  title?: string | undefined;
  /** The message when the form is closed. */
  closedMessage?: string | undefined;
  /** What the page shows or opens after a submission. */
  thankYou?: {
    /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
    text?: string | undefined;
    /** The http or https address to open instead. */
    redirectUrl?: string | undefined;
  } | undefined;
  /** Ending ID to its texts. */
  endings?: Record<string, {
    /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
    text?: string | undefined;
    /** The http or https address to open instead. */
    redirectUrl?: string | undefined;
  }> | undefined;
  welcome?: {
    /** In limited Markdown, like the text of `thankYou`. */
    text?: string | undefined;
    /** The button that begins; default: “Next”. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
    buttonText?: string | undefined;
  } | undefined;
  /** The privacy notice. */
  privacy?: {
    /** The http or https address of your privacy policy. */
    url?: string | undefined;
    /** Who is responsible for the answers, and how to contact them. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
    controller?: string | undefined;
    /** What you need the answers for. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
    purpose?: string | undefined;
  } | undefined;
  /** The button that sends the form; default: “Send” in the visitor’s language. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
  buttonText?: string | undefined;
  /** Field ID to its texts. */
  fields?: Record<string, {
    label?: string | undefined;
    help?: string | undefined;
    placeholder?: string | undefined;
    text?: string | undefined;
    lowLabel?: string | undefined;
    highLabel?: string | undefined;
    /** Value to label. */
    options?: Record<string, string> | undefined;
    /** Value to label. */
    rows?: Record<string, string> | undefined;
    /** Value to label. */
    columns?: Record<string, string> | undefined;
  }> | undefined;
};

export type SpamProtection = {
  honeypot?: {
    enabled?: boolean | undefined;
    /** The name of the honeypot; no field of the form may have this ID. Default: `website`. What is sent under it is never an answer, even while the honeypot is off. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
    fieldName?: string | undefined;
  } | undefined;
  /** The public schema has a signed ticket, which a page sends back with its submission. Without one, or with one younger than two seconds or older than 24 hours, the submission is marked as spam. */
  ticket?: {
    enabled?: boolean | undefined;
  } | undefined;
  /** A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes some tenths of a second. */
  proofOfWork?: {
    enabled?: boolean | undefined;
  } | undefined;
  /** Google reCAPTCHA v3, by score. */
  recaptcha?: {
    enabled?: boolean | undefined;
    /** The public key that the page sends to the provider. */
    siteKey?: string | undefined;
    /** Submissions with a lower score are refused. Default: 0.5. */
    threshold?: number | undefined;
    /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
    secretKey?: string | undefined;
    /** The end of the current secret. Read-only. */
    secretKeyLast4?: string | undefined;
    /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
    enforced?: boolean | undefined;
  } | undefined;
  /** Cloudflare Turnstile. */
  turnstile?: {
    enabled?: boolean | undefined;
    /** The public key that the page sends to the provider. */
    siteKey?: string | undefined;
    /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
    secretKey?: string | undefined;
    /** The end of the current secret. Read-only. */
    secretKeyLast4?: string | undefined;
    /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
    enforced?: boolean | undefined;
  } | undefined;
  /** hCaptcha. */
  hcaptcha?: {
    enabled?: boolean | undefined;
    /** The public key that the page sends to the provider. */
    siteKey?: string | undefined;
    /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
    secretKey?: string | undefined;
    /** The end of the current secret. Read-only. */
    secretKeyLast4?: string | undefined;
    /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
    enforced?: boolean | undefined;
  } | undefined;
};

export type StoredForm = {
  id: string;
  /** Shown to visitors, and used as the name of exports. */
  title: string;
  status: FormStatus;
  environment: EnvironmentName;
  /** Increases with each change of `fields`. */
  version: number;
  /** The questions in order. A live form has at least one. */
  fields: Field[];
  /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
  allowedOrigins?: string[] | undefined;
  /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
  fieldPolicies?: Record<string, 'encrypted' | 'masked'> | undefined;
  storage?: FormStorage | undefined;
  ui?: FormUi | undefined;
  theme?: FormTheme | undefined;
  spamProtection?: SpamProtection | undefined;
  /** The form’s own webhooks, which `GET /webhooks` lists too. A secret is only in the response to the request that set it. In an update, an entry with the same event and url keeps its ID and, without `secret`, its secret. */
  webhooks?: ({
    event: WebhookEvent;
    url: string;
    secret?: string | undefined;
    /** As in `POST /webhooks`: also sends partial responses. */
    partials?: boolean | undefined;
    /** As in `POST /webhooks`: sends the answers, without personal ones. */
    includeAnswers?: boolean | undefined;
  })[] | undefined;
  retention?: FormRetention | undefined;
  limits?: FormLimits | undefined;
  /** A readable address of the hosted page: `/f/summer-party`. No other form of the deployment may have it. The form’s last nine addresses lead to the current one, and its id always works. */
  slug?: string | undefined;
  hostedPage?: HostedPageSettings | undefined;
  /** An email to the address in a completed response, unless it is spam. Limits: one a day for an address and form, five a day for an address, 100 an hour for a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each email has a link to unsubscribe. */
  autoresponder?: {
    enabled: boolean;
    /** The email field with the address. Default: the first one without a policy. */
    emailField?: string | undefined;
    /** The text field with the name. Its answer is inserted if it has at most 60 characters, all of them letters or characters that join words, so that it can’t become a link. */
    nameField?: string | undefined;
    /** Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
    subject: string;
    /** Plain text. An empty line starts a paragraph. */
    body: string;
  } | undefined;
  /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
  closesAt?: string | undefined;
  /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
  maxResponses?: number | undefined;
  /** The message when the form is closed. */
  closedMessage?: string | undefined;
  welcome?: Welcome | undefined;
  thankYou?: ThankYou | undefined;
  /** Ends that replace `thankYou` by answer: the first whose condition is true. */
  endings?: Ending[] | undefined;
  privacy?: PrivacyNotice | undefined;
  /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
  language?: string | undefined;
  /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
  texts?: Record<string, FormTexts> | undefined;
  /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
  extraFields?: 'refuse' | 'drop' | 'keep' | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
  /** Settings that have no effect yet. Not stored; absent if there are none. */
  warnings?: ({
    field: string;
    rule: string;
    message: string;
  })[] | undefined;
};

/** The body of `POST /forms` without `status`, `environment` and `webhooks`. */
export type TemplateForm = {
  /** Shown to visitors, and used as the name of exports. */
  title: string;
  /** The questions in order. A live form has at least one. */
  fields: Field[];
  /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
  allowedOrigins?: string[] | undefined;
  /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
  fieldPolicies?: Record<string, 'encrypted' | 'masked'> | undefined;
  storage?: FormStorage | undefined;
  ui?: FormUi | undefined;
  theme?: FormTheme | undefined;
  spamProtection?: {
    honeypot?: {
      enabled?: boolean | undefined;
      /** The name of the honeypot; no field of the form may have this ID. Default: `website`. What is sent under it is never an answer, even while the honeypot is off. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
      fieldName?: string | undefined;
    } | undefined;
    /** The public schema has a signed ticket, which a page sends back with its submission. Without one, or with one younger than two seconds or older than 24 hours, the submission is marked as spam. */
    ticket?: {
      enabled?: boolean | undefined;
    } | undefined;
    /** A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes some tenths of a second. */
    proofOfWork?: {
      enabled?: boolean | undefined;
    } | undefined;
    recaptcha?: {
      enabled?: boolean | undefined;
      /** The public key that the page sends to the provider. */
      siteKey?: string | undefined;
      /** Submissions with a lower score are refused. Default: 0.5. */
      threshold?: number | undefined;
    } | undefined;
    turnstile?: {
      enabled?: boolean | undefined;
      /** The public key that the page sends to the provider. */
      siteKey?: string | undefined;
    } | undefined;
    hcaptcha?: {
      enabled?: boolean | undefined;
      /** The public key that the page sends to the provider. */
      siteKey?: string | undefined;
    } | undefined;
  } | undefined;
  retention?: FormRetention | undefined;
  limits?: FormLimits | undefined;
  hostedPage?: HostedPageSettings | undefined;
  /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
  closesAt?: string | undefined;
  /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
  maxResponses?: number | undefined;
  /** The message when the form is closed. */
  closedMessage?: string | undefined;
  welcome?: Welcome | undefined;
  thankYou?: ThankYou | undefined;
  /** Ends that replace `thankYou` by answer: the first whose condition is true. */
  endings?: Ending[] | undefined;
  privacy?: PrivacyNotice | undefined;
  /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
  language?: string | undefined;
  /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
  texts?: Record<string, FormTexts> | undefined;
  /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
  extraFields?: 'refuse' | 'drop' | 'keep' | undefined;
};

export type Submission = {
  id: string;
  formId: string;
  /** The version of the form that the answers were checked against. */
  formVersion: number;
  status: ResponseStatus;
  /** When the first answers arrived, or the first event of the visit if earlier. */
  startedAt: string;
  /** When the response was first completed; until then, when its first answers arrived. Lists are ordered by it. It does not change with the status later. */
  submittedAt: string;
  /** When answers, status, notes, handling or assignee last changed. */
  updatedAt: string;
  /** Field ID to value: a string, a number, a boolean, a list of strings, or for a matrix an object, row to column. A publishable key gets the answers of its request, a secret key all. */
  answers: Record<string, Answer>;
  environment?: EnvironmentName | undefined;
  /** Shown to a secret key, as is `assigneeId`. */
  handling?: 'open' | 'in_progress' | 'done' | undefined;
  /** The user who takes care of it. Absent if nobody does. It stays when that member is removed, and then counts as `none` in filters. */
  assigneeId?: string | undefined;
  /** Shown to a secret key. */
  notes?: Note[] | undefined;
  /** Shown to a secret key, as is `environment`. */
  meta?: ResponseMeta | undefined;
  /** For a partial submission: the faults of answers that were not stored. Absent if there are none. */
  details?: AnswerFault[] | undefined;
  /** Dropped answers of a publishable key. `hidden`: other answers hide the field. `unknown`: the form has no such field. Absent if there are none. */
  warnings?: AnswerFault[] | undefined;
};

/** `completed` was submitted; `partial` was saved and not submitted; `abandoned` was left without being submitted. */
export type ResponseStatus = 'completed' | 'partial' | 'abandoned';

export type Answer = string | number | boolean | string[] | Record<string, string>;

export type ResponseMeta = {
  /** The kind of key: publishable or secret. `import`: it was submitted elsewhere. */
  source?: 'browser' | 'server' | 'import' | undefined;
  /** The page’s origin, as the browser sent it. */
  origin?: string | undefined;
  /** The names of the sender’s browser and system, or that of a program: `Firefox on Linux`. Responses from before 0.3.0 have the whole `User-Agent`. */
  userAgent?: string | undefined;
  /** The browser’s language, as a BCP 47 tag. Missing in responses from servers, and from before 0.3.0. */
  language?: string | undefined;
  /** The time from the first save to completion. */
  durationMs?: number | undefined;
  /** The proof of each consent, by field id: which text, when, and from whom. A withdrawn one stays, with `withdrawnAt`. */
  consents?: Record<string, {
    /** SHA-256 of the text in the language that was shown, in UTF-8, as hexadecimal digits. The text: `GET /forms/{id}/consent-texts`. */
    textHash: string;
    /** The language of the text. Missing for a form that names none, and in responses from before 0.3. */
    language?: string | undefined;
    /** The sender named exactly this text by its `consentId`. Without it, the text is the one in the form’s own language at that time. */
    shown?: boolean | undefined;
    /** When it was given. */
    at: string;
    /** `visitor`: sent with a publishable key. `server`: sent or set with a secret key or session. */
    by?: 'visitor' | 'server' | undefined;
    /** When it was taken back. */
    withdrawnAt?: string | undefined;
  }> | undefined;
};

export type ResponseFile = {
  id: string;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** A GET downloads the file without a credential, for at most an hour. `null` if there is no link: `withheld` says why. */
  url: string | null;
  /** Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see. */
  withheld?: string | undefined;
};

export type Note = {
  /** Send it back to keep the note as it is. */
  id: string;
  body: string;
  /** The user, or the secret key, that added it. */
  authorId: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
};

/** Present if the response is marked as spam. */
export type Spam = {
  /** From 0 to 1: 1 is certain. */
  score: number;
  /** `ticket_missing`, `ticket_invalid`, `ticket_early`, `ticket_expired`: the fault of the ticket; `marked`: a person marked it. */
  reasons: string[];
  /** When it was marked. It is removed 30 days later. */
  at: string;
};

export type AnswerFault = {
  /** The ID of a field, or an unknown name. */
  field: string;
  rule: string;
  message: string;
};

export type FormEvent = {
  type: 'view' | 'focus' | 'error' | 'abandon';
  /** One visit of one person: the same as the `x-session-id` of its submissions. */
  sessionId: string;
  /** Required for `focus` and `error`. */
  fieldId?: string | undefined;
  /** The broken rule, as in a 400: `required`. Only for `error`. */
  rule?: string | undefined;
  /** When it happened, in ISO 8601. If it is missing, more than 24 hours ago or 5 minutes ahead, the time of arrival counts. */
  at?: string | undefined;
};

export type DataSubject = {
  /** Default: the environment of the request. */
  environment?: EnvironmentName | undefined;
  /** Finds responses with this address as an answer, in any field, case and spelling: also with invisible characters, full-width letters, or its domain in Punycode. Texts that only contain the address are not found. */
  email?: string | undefined;
  /** A field of type `email`, or one that a form marks with `identifies`. Requires `value`. Only forms with such a field are searched for the value. */
  fieldId?: string | undefined;
  /** Finds responses with this answer to the field, in any case, or with it as one of several values. */
  value?: string | number | boolean | undefined;
  /** The maximum number of responses that one person can have. A request that finds more fails, says how many it found, and changes nothing. Check the criterion, then send a higher number to confirm. */
  responsesMax?: number | undefined;
  /** `all` makes one request over every environment of the organization, with a part in each. It needs a session: an API key has one environment. `responsesMax` applies in each. */
  environments?: 'one' | 'all' | undefined;
  /** When the person must have an answer, if not within 30 days. The dashboard marks requests that are overdue. */
  deadline?: string | undefined;
  /** Why you make the request, such as the number of a case. It is kept for a year: do not name the person. */
  note?: string | undefined;
  /** Whether the file shows answers to `masked` fields in full. Only an owner’s session can request this, and the audit trail records it. */
  includeMasked?: boolean | undefined;
  /** What else the file has. `notes`: the notes of your team about the responses. */
  include?: ('notes')[] | undefined;
  /** The language of the page, and of the texts of forms that have it. Without it, the page is English, and each form is in its own language. */
  language?: 'en' | 'de' | undefined;
};

export type NewDataSubjectRequest = {
  id: string;
  type: 'search' | 'export' | 'erase';
  /** `done` and `failed` are final. `waiting` means that an AWS service is unavailable: the work continues by itself, or fails after a day. `failed` and `waiting` have a `reason`. `done_with_remainder`: everything except `pending` is erased. The state becomes `done` once that is gone too. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'done_with_remainder';
  environment: EnvironmentName;
  environments: DataSubjectParts;
  /** The person, masked. The address or value itself is not stored. */
  subject: {
    email?: string | undefined;
    fieldId?: string | undefined;
    value?: string | undefined;
  };
  /** The number of responses that name the person. */
  found: number;
  /** How many of these are in archives. */
  archived: number;
  /** How many of these were removed. 0 for an export. */
  erased: number;
  /** The number of saved views with the address or value in their name or filters. An erasure removes them; the file of an export lists them. */
  views: number;
  /** The forms with responses that name the person. */
  forms: ({
    formId: string;
    /** The number of responses that name the person. */
    found: number;
    /** How many of these are in archives. */
    archived: number;
    /** How many of these were removed. 0 for an export. */
    erased: number;
  })[];
  /** The exported file, until `expiresAt` or until an erasure removes it. */
  file: {
    bytes: number;
    /** The number of the responses’ uploaded files. */
    files: number;
    /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
    expiresAt: string;
  } | null;
  pending: DataSubjectPending;
  disclosedTo: DataSubjectDisclosures;
  /** Why it failed or waits. */
  reason: string | null;
  hits: DataSubjectHits;
  /** The search that an erasure started from. */
  searchId: string | null;
  /** Of an erasure: the responses that only mention the person and that it erases, too. */
  mentions: string[];
  except: DataSubjectExceptions;
  /** When the person must have an answer. */
  deadline: string;
  /** Your note about the request. */
  note: string | null;
  /** When the request was made. It finds what was submitted before. */
  createdAt: string;
  /** When the search began. */
  startedAt: string | null;
  /** When it finished or failed. */
  endedAt: string | null;
};

/** Of a request over all environments: its part in each of them. Every part is a request with an ID of its own. `null` for a request in one environment, and for API keys. */
export type DataSubjectParts = ({
  environment: EnvironmentName;
  id: string;
  /** `done` and `failed` are final. `waiting` means that an AWS service is unavailable: the work continues by itself, or fails after a day. `failed` and `waiting` have a `reason`. `done_with_remainder`: everything except `pending` is erased. The state becomes `done` once that is gone too. */
  state: 'queued' | 'running' | 'waiting' | 'done' | 'failed' | 'done_with_remainder';
  /** The number of responses that name the person. */
  found: number;
  /** How many of these were removed. 0 for an export. */
  erased: number;
  /** Why it failed or waits. */
  reason: string | null;
})[] | null;

/** What a search has found, by kind. `null` for other requests. */
export type DataSubjectHits = {
  /** Responses with the address or value as an answer. An erasure removes them. */
  named: number;
  /** Other responses with it within the text of an answer. */
  mentioned: number;
  /** Other responses with it in a note or reply of your team. */
  notes: number;
  /** Integrations that send mails to the address. */
  recipients: number;
  /** Members and invitations with the address. */
  accounts: number;
  /** Until when its hits can be listed, and an erasure can start from it. `null` while it runs. */
  expiresAt: string | null;
} | null;

/** What an erasure could not remove yet, because the owner of a bucket denies access, or a service refuses. The service tries again every hour. */
export type DataSubjectPending = {
  /** Uploaded files, and objects with answers. */
  files: number;
  /** Files of exports. */
  exports: number;
  buckets: string[];
  /** Rows of responses in Google Sheets, Notion and Airtable. */
  rows: number;
} | null;

/** Of an erasure: the webhooks and integrations that got the erased responses, by the deliveries of the last 30 days, and every active integration with Google Sheets, Notion or Airtable. Ask those with `rows: null` to erase, too. */
export type DataSubjectDisclosures = ({
  kind: 'webhook' | 'integration' | 'automatic_reply';
  id: string;
  /** The host of a webhook, or the type of an integration. */
  name: string;
  /** The erased responses by what became of their rows. `null` for receivers without rows. */
  rows: {
    /** Responses that have no row there any more. */
    removed: number;
    /** Responses whose rows are still to be removed. */
    pending: number;
    /** Responses whose rows you must remove. The log of deliveries says why. */
    failed: number;
  } | null;
})[];

/** Of an erasure: the responses that it keeps, and why. */
export type DataSubjectExceptions = ({
  responseId: string;
  /** `null` if the request gave none. */
  reason: string | null;
})[];

/** `scheduled` waits for its next attempt. `dead` failed its last attempt. `cancelled` was stopped with its receiver or response. Queued deliveries of a deleted form are removed when due; ended ones are kept for 30 days. */
export type DeliveryStatus = 'scheduled' | 'succeeded' | 'dead' | 'cancelled';

export type DeliveryEvent = {
  name: WebhookEvent;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  timestamp: string;
  formId: string;
  responseId?: string | undefined;
  /** The status of the response at the time of the event. */
  status?: string | undefined;
  sessionId?: string | undefined;
  fieldId?: string | undefined;
  /** The W3C trace of the submission, or a new one. */
  traceId: string;
  spanId: string;
};

export type DeliveryAttempt = {
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  at: string;
  /** The HTTP status of the receiver, if it answered. */
  status?: number | undefined;
  /** Why the attempt failed. */
  error?: string | undefined;
  latencyMs: number;
  /** The first 1 KB of the receiver’s response to a webhook. */
  body?: string | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  nextAttemptAt?: string | undefined;
};

export type WebhookWithSecret = {
  id: string;
  /** The form whose events are sent. `null`: all forms. */
  formId: string | null;
  url: string;
  events: WebhookEvent[];
  active: boolean;
  partials: boolean;
  includeAnswers: boolean;
  environment: EnvironmentName;
  /** Why the service turned off the webhook: the receiver answered 410 twice in a row, or failed for 8 days. Set `active` to clear it. */
  disabledReason: 'gone' | 'failing' | null;
  secretLast4: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  updatedAt: string;
  /** Shown only once. */
  secret: string;
};

export type ApiKey = {
  /** Does not change when the key is rotated. */
  id: string;
  type: 'publishable' | 'secret';
  /** The role of a secret key. Publishable keys have none. */
  role: 'viewer' | 'editor' | 'admin' | 'owner' | null;
  environment: EnvironmentName;
  name: string;
  /** Whether the hosted pages of the environment (`GET /f/{formId}`) submit with this key. The service creates it with the first page. It can’t be rotated or revoked. */
  hosted: boolean;
  /** The start of the secret: `sk_live_`. */
  prefix: string;
  /** The end of the secret. */
  lastFour: string;
  /** When the current secret was last used. May be up to an hour out of date. */
  lastUsedAt: string | null;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  rotatedAt: string | null;
  /** When the previous secret stops working. `null`: there is none. */
  earlierSecretsUntil: string | null;
};

export type ApiKeyWithSecret = {
  /** Does not change when the key is rotated. */
  id: string;
  type: 'publishable' | 'secret';
  /** The role of a secret key. Publishable keys have none. */
  role: 'viewer' | 'editor' | 'admin' | 'owner' | null;
  environment: EnvironmentName;
  name: string;
  /** Whether the hosted pages of the environment (`GET /f/{formId}`) submit with this key. The service creates it with the first page. It can’t be rotated or revoked. */
  hosted: boolean;
  /** The start of the secret: `sk_live_`. */
  prefix: string;
  /** The end of the secret. */
  lastFour: string;
  /** When the current secret was last used. May be up to an hour out of date. */
  lastUsedAt: string | null;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  rotatedAt: string | null;
  /** When the previous secret stops working. `null`: there is none. */
  earlierSecretsUntil: string | null;
  /** The secret. Shown only once. */
  key: string;
};

export type AuditEvent = {
  id: string;
  /** The action. */
  action: 'api_key.created' | 'api_key.deleted' | 'api_key.rotated' | 'archive.deleted' | 'archives.read' | 'data_key.destroyed' | 'data_key.rotated' | 'data_subject.erasure_requested' | 'data_subject.export_read' | 'data_subject.export_requested' | 'data_subject.masked_exported' | 'data_subject.search_requested' | 'environment.created' | 'files.read' | 'form.autoresponder_changed' | 'form.deleted' | 'form.draft_discarded' | 'form.origins_changed' | 'form.policies_changed' | 'form.published' | 'form.retention_changed' | 'form.status_changed' | 'form.storage_changed' | 'form.webhooks_changed' | 'integration.created' | 'integration.deleted' | 'integration.updated' | 'invitation.accepted' | 'invitation.created' | 'invitation.deleted' | 'member.added' | 'member.joined' | 'member.removed' | 'member.role_changed' | 'organization.created' | 'organization.cut_loose' | 'organization.deleted' | 'organization.single_sign_on_changed' | 'organization.updated' | 'recipient.confirmed' | 'recipient.unsubscribed' | 'response.deleted' | 'response.replied' | 'response.restricted' | 'response.unrestricted' | 'response.updated' | 'responses.export_deleted' | 'responses.export_read' | 'responses.export_requested' | 'responses.exported' | 'responses.imported' | 'responses.read' | 'template.created' | 'template.deleted' | 'template.updated' | 'user.address_change_canceled' | 'user.address_confirmed' | 'user.code_failed' | 'user.created' | 'user.deleted' | 'user.identity_bound' | 'user.logged_in' | 'user.login_failed' | 'user.password_reset' | 'user.password_reset_created' | 'user.password_reset_requested' | 'user.recovery_code_used' | 'user.recovery_codes_renewed' | 'user.session_ended' | 'user.sessions_ended' | 'user.sign_in_refused' | 'user.signed_in_by_provider' | 'user.two_factor_disabled' | 'user.two_factor_enabled' | 'user.two_factor_reset' | 'user.updated' | 'view.created' | 'view.deleted' | 'view.updated' | 'webhook.created' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.updated';
  /** The ID of the changed record, or of the form that was read. */
  subjectId: string;
  actor: {
    kind: 'publishableKey' | 'secretKey' | 'session' | 'anonymous';
    /** The ID of the key, or of the session’s user. Otherwise `anonymous`. */
    id: string;
    /** The name of the key, or the address of the user, at that time. Events before 0.3.0 have none. */
    name: string | null;
  };
  environment: EnvironmentName;
  /** The network of the request: the first 24 bits of an IPv4 address, 48 of an IPv6 one. */
  sourceIp: string | null;
  /** The names of browser and system, without versions, or that of a program. */
  userAgent: string | null;
  /** How often it happened, if one event represents several, such as failed logins. */
  times: number;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** What changed in a response. Events from before 0.3.0 have none. */
  changes?: {
    status?: ResponseStatus | undefined;
    /** The team’s progress with it. `open` until someone changes it. */
    handling?: 'open' | 'in_progress' | 'done' | undefined;
    /** The new assignee, or `null` for none. */
    assigneeId?: string | null | undefined;
    /** How many notes were added. */
    notes?: number | undefined;
    /** The IDs of fields whose answers changed. */
    fields?: string[] | undefined;
    /** How many answers without a field changed. */
    extras?: number | undefined;
    /** Whether its processing was restricted, or the restriction lifted. */
    restricted?: boolean | undefined;
    /** The reason of the restriction, or of its end. */
    reason?: string | undefined;
    /** Whether it was marked as spam, or taken out of the spam. */
    spam?: boolean | undefined;
  } | undefined;
  /** The title of the form at that time. Only in events of reading. */
  subjectName?: string | undefined;
  /** The responses that an erasure keeps, and why. Only in `data_subject.erasure_requested`. */
  exceptions?: ({
    responseId: string;
    reason: string;
  })[] | undefined;
  /** The responses that were read one by one, 20 at most. Further ones are in another event. */
  responseIds?: string[] | undefined;
};

export type Environment = {
  id: string;
  name: EnvironmentName;
  organizationId: string;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
};

export type Member = {
  organizationId: string;
  /** `null` for an invited person. */
  userId: string | null;
  role: Role;
  /** The address of the user or the invited person. */
  email: string;
  /** The name of the user. */
  name: string | null;
  /** The status of the user. `invited`: not accepted yet. */
  status: 'active' | 'disabled' | 'invited';
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
};

export type OpenInvitation = {
  id: string;
  /** The invited address. */
  email: string;
  role: Role;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** When the invitation expires: after 7 days. */
  expiresAt: string;
  /** The status of the email with the link. `none`: the deployment does not send email. `failed`: it could not be delivered, or there were too many; send the link yourself. */
  mail: 'none' | 'waiting' | 'sent' | 'failed';
};

export type NewInvitation = {
  id: string;
  /** The invited address. */
  email: string;
  role: Role;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** When the invitation expires: after 7 days. */
  expiresAt: string;
  /** The status of the email with the link. `none`: the deployment does not send email. `failed`: it could not be delivered, or there were too many; send the link yourself. */
  mail: 'none' | 'waiting' | 'sent' | 'failed';
  /** The link to give to the person, which ends with the token. Shown only once. */
  url: string;
};

export type Archive = {
  id: string;
  /** The object’s name with its range: `<from>-<to>.jsonl.gz`. */
  name: string;
  /** When the first of its responses was submitted. */
  from: string;
  /** All of its responses were submitted before. */
  to: string;
  /** The number of responses. */
  count: number;
  /** The size of the compressed object. */
  bytes: number;
  /** The hash of the compressed object, in hexadecimal digits. */
  sha256: string;
  /** A link to download it, for an hour. `null` if there is no link: `withheld` says why. */
  url: string | null;
  /** Why there is no link: a malware scan found something, failed or has not finished; the owner of the bucket denies access; or the file shows answers that you may no longer see. */
  withheld?: string | undefined;
  /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
  createdAt: string;
  /** True while it is being deleted. Otherwise absent. */
  deleting?: boolean | undefined;
};

export type ReportPeriod = {
  /** A day of the time zone: `2026-01-31`. */
  from: string;
  /** A day of the time zone: `2026-01-31`. */
  to: string;
  days: number;
  timezone: string;
};

export type ReportTotals = {
  /** The number of existing forms. Always 1 in the report on one form. */
  forms: number;
  views: number;
  /** Visits that focused or answered a field. */
  starts: number;
  /** Completed responses, including those submitted with a secret key. */
  submissions: number;
  partial: number;
  /** Abandoned responses, and visits that were abandoned before there was a response. */
  abandoned: number;
  /** Completed responses that were submitted with a publishable key. */
  submissionsFromBrowsers: number;
  /** Submissions that the honeypot caught, and responses that are marked as spam. They are not counted anywhere else. */
  spamBlocked: number;
  /** In the report on all forms, with `deliveries=true`: deliveries of the period’s events to webhooks and integrations, in any status. */
  deliveries?: number | undefined;
};

export type ReportRates = {
  /** `starts` / `views`, as a percentage. */
  startRate: number;
  /** Starts that ended in a submission / `starts`, as a percentage. */
  completionRate: number;
  /** Starts that ended in a submission / `views`, as a percentage. */
  conversionRate: number;
  /** Starts without a submission / `starts`, as a percentage. */
  dropOffRate: number;
};

export type FieldMetric = {
  fieldId: string;
  /** The label, or the ID if the field has none. */
  label: string;
  /** `null`: the form no longer has the field. */
  type: string | null;
  /** Visits that focused or answered the field. */
  reached: number;
  /** Visits that answered the field, in a saved or completed submission. */
  answered: number;
  /** `answered` / `reached`, as a percentage. */
  completionRate: number;
  validationErrors: {
    /** Errors that pages reported, and errors in refused submissions. */
    total: number;
    /** Rule to count, most frequent first. */
    byRule: Record<string, number>;
  };
  /** Errors / `reached`, at most 100, as a percentage. */
  errorRate: number;
};

export type Error = {
  /** The reason phrase of the status. */
  error: string;
  /** What is wrong and what is right, for people. */
  message: string;
  code: ErrorCode;
  /** Finds the request in the logs; also the header `x-amz-apigw-id`. */
  requestId: string;
  /** A link to this reference. Absent if API Gateway itself replied. */
  docs?: string | undefined;
  /** Every fault, not only the first. */
  details?: Fault[] | undefined;
};

/** Stable, for programs. */
export type ErrorCode = 'malformed_json' | 'invalid_parameter' | 'validation_failed' | 'not_supported' | 'invalid_api_key' | 'session_expired' | 'insufficient_permission' | 'origin_not_allowed' | 'environment_mismatch' | 'two_factor_required' | 'form_not_live' | 'form_closed' | 'captcha_failed' | 'proof_failed' | 'sign_in_refused' | 'single_sign_on_required' | 'not_found' | 'method_not_allowed' | 'conflict' | 'consent_changed' | 'idempotency_key_reused' | 'last_owner' | 'gone' | 'version_mismatch' | 'payload_too_large' | 'unsupported_media_type' | 'rate_limited' | 'internal_error' | 'unavailable';

export type Fault = {
  /** A path, `fields[2].options`, or the ID of a form’s field. */
  field: string;
  rule: string;
  message: string;
};

/** The input and output of each operation. */
export type Operations = {
  createForm: {
    call: {
      body: {
        /** The template to start from: your organization’s own or a built-in one. */
        templateId?: string | undefined;
        /** Shown to visitors, and used as the name of exports. */
        title?: string | undefined;
        status?: FormStatus | undefined;
        /** Default: the environment of the key or of the session’s request. */
        environment?: EnvironmentName | undefined;
        /** The questions in order. A live form has at least one. */
        fields?: Field[] | undefined;
        /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
        allowedOrigins?: string[] | undefined;
        /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
        fieldPolicies?: Record<string, 'encrypted' | 'masked'> | undefined;
        storage?: FormStorage | undefined;
        ui?: FormUi | undefined;
        theme?: FormTheme | undefined;
        spamProtection?: SpamProtection | undefined;
        /** The form’s own webhooks, which `GET /webhooks` lists too. A secret is only in the response to the request that set it. In an update, an entry with the same event and url keeps its ID and, without `secret`, its secret. */
        webhooks?: ({
          event: WebhookEvent;
          url: string;
          secret?: string | undefined;
          /** As in `POST /webhooks`: also sends partial responses. */
          partials?: boolean | undefined;
          /** As in `POST /webhooks`: sends the answers, without personal ones. */
          includeAnswers?: boolean | undefined;
        })[] | undefined;
        retention?: FormRetention | undefined;
        limits?: FormLimits | undefined;
        /** A readable address of the hosted page: `/f/summer-party`. No other form of the deployment may have it. The form’s last nine addresses lead to the current one, and its id always works. */
        slug?: string | undefined;
        hostedPage?: HostedPageSettings | undefined;
        /** An email to the address in a completed response, unless it is spam. Limits: one a day for an address and form, five a day for an address, 100 an hour for a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each email has a link to unsubscribe. */
        autoresponder?: {
          enabled: boolean;
          /** The email field with the address. Default: the first one without a policy. */
          emailField?: string | undefined;
          /** The text field with the name. Its answer is inserted if it has at most 60 characters, all of them letters or characters that join words, so that it can’t become a link. */
          nameField?: string | undefined;
          /** Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          subject: string;
          /** Plain text. An empty line starts a paragraph. */
          body: string;
        } | undefined;
        /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
        closesAt?: string | undefined;
        /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
        maxResponses?: number | undefined;
        /** The message when the form is closed. */
        closedMessage?: string | undefined;
        welcome?: Welcome | undefined;
        thankYou?: ThankYou | undefined;
        /** Ends that replace `thankYou` by answer: the first whose condition is true. */
        endings?: Ending[] | undefined;
        privacy?: PrivacyNotice | undefined;
        /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
        language?: string | undefined;
        /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
        texts?: Record<string, FormTexts> | undefined;
        /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
        extraFields?: 'refuse' | 'drop' | 'keep' | undefined;
      };
    };
    answer: StoredForm;
  };
  listForms: {
    call: {
      query?: {
        /** Only forms of this status. */
        status?: FormStatus | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** If `true`, the page has `counts`: the number of responses of each of its forms. */
        counts?: boolean | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: FormsPage;
  };
  getForm: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Form;
  };
  updateForm: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** Shown to visitors, and used as the name of exports. */
        title?: string | undefined;
        status?: FormStatus | undefined;
        /** The questions in order. A live form has at least one. */
        fields?: Field[] | undefined;
        /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
        allowedOrigins?: string[] | null | undefined;
        /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
        fieldPolicies?: Record<string, 'encrypted' | 'masked'> | null | undefined;
        storage?: {
          /** `owner`: answers (see `answers`), uploads, archives and exports go to `bucket`, with the role `roleArn`, or with a bucket policy and a proof. They are tested when you set them. `platform` (the default): they go to the deployment’s bucket, and `bucket` is not used: `warnings` says so. Existing files stay where they are. */
          mode?: 'owner' | 'platform' | null | undefined;
          /** An S3 bucket in the deployment’s region. */
          bucket?: string | null | undefined;
          /** The ARN of the role for the bucket. Its name begins with `formline-storage-`. Without it, the bucket policy must allow the deployment’s role, and the object `formline/{organization id}` must contain the number of the account that owns the bucket. An error message has both. */
          roleArn?: string | null | undefined;
          /** Set by the service: the organization’s ID. The role’s trust policy must require it. */
          externalId?: string | null | undefined;
          /** Set by the service if `roleArn` is the deployment’s role: the account that owns the bucket. */
          account?: string | null | undefined;
          /** With the mode `owner`, where answers are kept. `bucket` (the default when you set a bucket): they go there within seconds of the submission, and the table keeps IDs, status, times, counts and notes; lists and exports take longer. `table`: they stay in the deployment’s table, as in forms from before this setting. A change moves stored answers: `GET /forms/{id}/sealing` shows the progress. */
          answers?: 'bucket' | 'table' | null | undefined;
          /** Where everything must be kept. A deployment serves its own region and `global`, and refuses others with `not_supported`. */
          region?: 'us' | 'eu' | 'global' | null | undefined;
        } | null | undefined;
        /** How the embed and the hosted page show the form. */
        ui?: {
          theme?: 'auto' | 'light' | 'dark' | null | undefined;
          progress?: 'steps' | 'bar' | 'none' | null | undefined;
          layout?: 'one-by-one' | 'all-at-once' | null | undefined;
          /** Whether the embed sends answers while the visitor fills in the form: never before “send” (`off`, the default), `on`, or once a `consent` of the form is given. `on` and `afterConsent` tell the visitor, and never send answers to fields that are `pii` or have a policy. Forms from before this setting are `on`. Partial submissions that a page sends itself are taken in any case. */
          partialSaves?: 'off' | 'on' | 'afterConsent' | null | undefined;
          /** Offers visitors a link to continue later, for 30 days. It works once: the first person to open it sees the answers so far and continues. */
          saveAndResume?: boolean | null | undefined;
        } | null | undefined;
        /** The brand of the form, in the embed and on the hosted page. `--fl-` properties of the page around an embed win. Low contrast gives `warnings`. */
        theme?: {
          /** The color of buttons, links and selected options: `#00695c`. */
          accent?: string | null | undefined;
          /** A color, with which the form is the same in light and dark; or `transparent`: no card of its own. */
          background?: string | null | undefined;
          /** The text color. Default: black or white, depending on the background. */
          text?: string | null | undefined;
          /** A font family on the visitor’s device. `inherit`: the font of the page around an embed. */
          font?: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | 'mono' | 'inherit' | null | undefined;
          /** The corner radius, in pixels. Default: 8. */
          radius?: number | null | undefined;
          /** The maximum width: 32, 42 or 56 rem, or all available space. Default: `medium`. */
          width?: 'narrow' | 'medium' | 'wide' | 'full' | null | undefined;
          /** The space between questions; `comfortable` by default. */
          density?: 'compact' | 'comfortable' | 'spacious' | null | undefined;
          /** The button that sends the form; default: “Send” in the visitor’s language. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          buttonText?: string | null | undefined;
          /** The logo above the title, at most 64 pixels high. */
          logo?: {
            /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
            image?: string | undefined;
            /** What it shows, for people who can’t see it. */
            alt?: string | null | undefined;
          } | null | undefined;
          /** The band above the form, four times as wide as high. It shows the middle of the image. */
          cover?: {
            /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
            image?: string | undefined;
            /** What it shows, for people who can’t see it. */
            alt?: string | null | undefined;
          } | null | undefined;
        } | null | undefined;
        spamProtection?: {
          honeypot?: {
            enabled?: boolean | null | undefined;
            /** The name of the honeypot; no field of the form may have this ID. Default: `website`. What is sent under it is never an answer, even while the honeypot is off. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
            fieldName?: string | null | undefined;
          } | null | undefined;
          /** The public schema has a signed ticket, which a page sends back with its submission. Without one, or with one younger than two seconds or older than 24 hours, the submission is marked as spam. */
          ticket?: {
            enabled?: boolean | null | undefined;
          } | null | undefined;
          /** A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes some tenths of a second. */
          proofOfWork?: {
            enabled?: boolean | null | undefined;
          } | null | undefined;
          /** Google reCAPTCHA v3, by score. */
          recaptcha?: {
            enabled?: boolean | null | undefined;
            /** The public key that the page sends to the provider. */
            siteKey?: string | null | undefined;
            /** Submissions with a lower score are refused. Default: 0.5. */
            threshold?: number | null | undefined;
            /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
            secretKey?: string | null | undefined;
            /** The end of the current secret. Read-only. */
            secretKeyLast4?: string | null | undefined;
            /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
            enforced?: boolean | null | undefined;
          } | null | undefined;
          /** Cloudflare Turnstile. */
          turnstile?: {
            enabled?: boolean | null | undefined;
            /** The public key that the page sends to the provider. */
            siteKey?: string | null | undefined;
            /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
            secretKey?: string | null | undefined;
            /** The end of the current secret. Read-only. */
            secretKeyLast4?: string | null | undefined;
            /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
            enforced?: boolean | null | undefined;
          } | null | undefined;
          /** hCaptcha. */
          hcaptcha?: {
            enabled?: boolean | null | undefined;
            /** The public key that the page sends to the provider. */
            siteKey?: string | null | undefined;
            /** The site’s secret at the provider. It is encrypted and never shown again. Remove the captcha to remove it. */
            secretKey?: string | null | undefined;
            /** The end of the current secret. Read-only. */
            secretKeyLast4?: string | null | undefined;
            /** Whether submissions with a publishable key need a token: only once the form or the deployment has a secret. Read-only, while the captcha is enabled. */
            enforced?: boolean | null | undefined;
          } | null | undefined;
        } | null | undefined;
        /** The form’s own webhooks, which `GET /webhooks` lists too. A secret is only in the response to the request that set it. In an update, an entry with the same event and url keeps its ID and, without `secret`, its secret. */
        webhooks?: ({
          event: WebhookEvent;
          url: string;
          secret?: string | undefined;
          /** As in `POST /webhooks`: also sends partial responses. */
          partials?: boolean | undefined;
          /** As in `POST /webhooks`: sends the answers, without personal ones. */
          includeAnswers?: boolean | undefined;
        })[] | null | undefined;
        /** How long responses are kept. Older ones are hidden from lists and exports, and then removed with their files. A change applies at once, also to old responses. Expired ones stay expired. */
        retention?: {
          /** Periods of 24 hours after the submission. Without it, responses are kept. */
          days?: number | null | undefined;
          /** What happens after `days`. Default: `delete`. */
          policy?: 'delete' | 'archive' | null | undefined;
          /** Days after which an archive is deleted with the files of its responses, counted from when it was made. A change also applies to existing archives. Without it, archives are kept until their form is deleted. */
          archiveDays?: number | null | undefined;
          /** Days after which an abandoned response is removed with its files, whatever the policy. They begin when it is abandoned, a day after its last save, or with a later change. `0`: it is kept like a completed one. Default: 30, and 0 in forms from before 0.3.0. */
          partialDays?: number | null | undefined;
        } | null | undefined;
        limits?: {
          /** The largest body that a publishable key may send, in bytes. Default: what the fields can hold, at least 32,768. */
          bodyBytes?: number | null | undefined;
        } | null | undefined;
        /** A readable address of the hosted page: `/f/summer-party`. No other form of the deployment may have it. The form’s last nine addresses lead to the current one, and its id always works. */
        slug?: string | null | undefined;
        /** The form’s hosted page: `GET /f/{formId}`. */
        hostedPage?: {
          /** Whether there is a page at `/f/{formId}`. Default: `true`. */
          enabled?: boolean | null | undefined;
          /** Whether search engines may list it. Default: `false`. */
          indexed?: boolean | null | undefined;
          /** One or two sentences that search engines, and networks where the link is shared, show below the title. */
          description?: string | null | undefined;
          /** The picture that networks show where the link is shared, best 1,200 by 630 pixels. Visitors do not load it. */
          imageUrl?: string | null | undefined;
        } | null | undefined;
        /** An email to the address in a completed response, unless it is spam. Limits: one a day for an address and form, five a day for an address, 100 an hour for a form. `{{fieldId}}` in `subject` and `body` inserts the answer to a choice, number, date or time, or to `nameField`. Each email has a link to unsubscribe. */
        autoresponder?: {
          enabled?: boolean | undefined;
          /** The email field with the address. Default: the first one without a policy. */
          emailField?: string | null | undefined;
          /** The text field with the name. Its answer is inserted if it has at most 60 characters, all of them letters or characters that join words, so that it can’t become a link. */
          nameField?: string | null | undefined;
          /** Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          subject?: string | undefined;
          /** Plain text. An empty line starts a paragraph. */
          body?: string | undefined;
        } | null | undefined;
        /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
        closesAt?: string | null | undefined;
        /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
        maxResponses?: number | null | undefined;
        /** The message when the form is closed. */
        closedMessage?: string | null | undefined;
        /** A page before the first question. Without a script it is above the form. */
        welcome?: {
          /** In limited Markdown, like the text of `thankYou`. */
          text?: string | undefined;
          /** The button that begins; default: “Next”. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          buttonText?: string | null | undefined;
        } | null | undefined;
        /** What the page shows or opens after a submission. */
        thankYou?: {
          /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
          text?: string | null | undefined;
          /** The http or https address to open instead. */
          redirectUrl?: string | null | undefined;
          /** Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded. */
          redirectAnswers?: string[] | null | undefined;
        } | null | undefined;
        /** Ends that replace `thankYou` by answer: the first whose condition is true. */
        endings?: Ending[] | null | undefined;
        /** The privacy notice above the button that sends the form (GDPR, Article 13). In the public schema it is the last field, the statement `_privacy`. */
        privacy?: {
          /** The http or https address of your privacy policy. */
          url?: string | null | undefined;
          /** Who is responsible for the answers, and how to contact them. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          controller?: string | null | undefined;
          /** What you need the answers for. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          purpose?: string | null | undefined;
          /** The legal basis: GDPR, Article 6(1). */
          lawfulBasis?: 'consent' | 'contract' | 'legalObligation' | 'vitalInterests' | 'publicTask' | 'legitimateInterests' | null | undefined;
        } | null | undefined;
        /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
        language?: string | null | undefined;
        /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
        texts?: Record<string, FormTexts> | null | undefined;
        /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
        extraFields?: 'refuse' | 'drop' | 'keep' | null | undefined;
        id?: string | undefined;
        environment?: 'production' | 'development' | 'staging' | undefined;
        /** Increases with each change of `fields`. */
        version?: number | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: StoredForm;
  };
  deleteForm: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
    };
    answer: undefined;
  };
  getPublicForm: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The language tag of the texts: `de`. Default: the form’s own. */
        lang?: string | undefined;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: PublicForm;
  };
  getChallenge: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
    };
    answer: Challenge;
  };
  listArchives: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ArchivesPage;
  };
  deleteArchive: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
        /** The ID of an archive. */
        archiveId: string;
      };
    };
    answer: undefined;
  };
  importForm: {
    call: {
      body: {
        format: 'formline' | 'html' | 'typeform' | 'google' | 'surveyjs' | 'jsonschema';
        /** JSON, as a value or a text. For `html`, a text. */
        source: Record<string, unknown> | string;
        /** Checks and stores nothing. */
        dryRun?: boolean | undefined;
      };
    };
    answer: {
      /** The form as `POST /forms` returns it. With `dryRun`, the body to send there. */
      form: Record<string, unknown>;
      warnings: ({
        /** The place in the source: `fields[2]`. */
        path: string;
        /** What could not be imported, or needs a look. */
        message: string;
      })[];
    };
  };
  signImage: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      body: {
        /** No SVG, because it can contain scripts. */
        contentType: 'image/png' | 'image/jpeg' | 'image/webp';
        /** In bytes: at most 1 MB. */
        size: number;
      };
    };
    answer: {
      imageId: string;
      uploadUrl: string;
      method: 'PUT';
      /** Send these with the image, unchanged. */
      headers: Record<string, string>;
      /** The seconds until the link expires. */
      expiresIn: number;
      /** The largest allowed image. */
      maxBytes: number;
    };
  };
  keepImage: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
        /** The `imageId` of the signed upload. */
        imageId: string;
      };
    };
    answer: {
      /** The `image` of `theme.logo` or `theme.cover`. */
      id: string;
      /** No SVG, because it can contain scripts. */
      contentType: 'image/png' | 'image/jpeg' | 'image/webp';
      bytes: number;
      /** In pixels, as stored. */
      width: number;
      height: number;
    };
  };
  getImage: {
    call: {
      params: {
        /** The `image` of `theme.logo` or `theme.cover`. */
        imageId: string;
      };
    };
    answer: string;
  };
  createSubmission: {
    call: {
      params: {
        /** The ID of a live form. */
        formId: string;
      };
      query?: {
        /** `partial` saves what there is: at least one valid answer; required ones may be missing. A page’s answers to `pii` fields and fields with a policy are left out, unless the form offers `ui.saveAndResume` or is from before 0.3.0. `discarded` removes what the session saved and did not complete; its later partial saves are 410. */
        status?: 'partial' | 'completed' | 'discarded' | undefined;
      };
      headers?: {
        /** A unique text for this submission, kept for 24 hours. With a different request it is 409. */
        'idempotency-key'?: string | undefined;
        /** The `ticket` of the public schema, if the form requires one; or `_ticket` in the body. */
        'x-formline-ticket'?: string | undefined;
        /** The solved challenge of the form’s proof of work, for the submission that completes a response; or `altcha` in the body. */
        'x-formline-proof'?: string | undefined;
        /** The token of the form’s captcha, for the submission that completes a response; or `x-recaptcha-token`, or in the body `g-recaptcha-response`, `cf-turnstile-response` or `h-captcha-response`. */
        'x-captcha-token'?: string | undefined;
        /** As `x-captcha-token`. */
        'x-recaptcha-token'?: string | undefined;
        /** Identifies one visit of one person. Keep it secret: it lets a caller add to the response of the visit. Use a random ID, such as that of `crypto.randomUUID()`. */
        'x-session-id'?: string | undefined;
      };
      body: Record<string, unknown>;
    };
    answer: Submission;
  };
  keepDraft: {
    call: {
      params: {
        /** The ID of a live form. */
        id: string;
      };
      headers: {
        /** The session of the visit’s partial submissions. */
        'x-session-id': string;
      };
      body?: {
      };
    };
    answer: {
      /** When the draft can no longer be read. */
      expiresAt: string;
    };
  };
  getDraft: {
    call: {
      params: {
        /** The ID of a live form. */
        id: string;
      };
      headers: {
        /** The session of the visit’s partial submissions. */
        'x-session-id': string;
      };
    };
    answer: Draft;
  };
  resumeDraft: {
    call: {
      params: {
        /** The ID of a live form. */
        id: string;
      };
      headers: {
        /** The session in the link. */
        'x-session-id': string;
      };
      body: {
        /** The new session: random, and not the one in the link. */
        session: string;
      };
    };
    answer: {
      /** Field ID to value: a string, a number, a boolean, a list of strings, or for a matrix an object, row to column. */
      answers: Record<string, Answer>;
      /** Answered fields whose answers are not shown, because they have a policy. */
      withheld: string[];
    };
  };
  createEvents: {
    call: {
      params: {
        /** The ID of a live form. */
        id: string;
      };
      query?: {
        /** A publishable key, if you can’t send headers. The header takes precedence. */
        key?: string | undefined;
      };
      body: FormEvent | FormEvent[];
    };
    answer: {
      /** The number of events. */
      accepted: number;
    };
  };
  listResponses: {
    call: {
      query?: {
        /** Only the responses of this form. */
        form_id?: string | undefined;
        /** Only responses of this status. */
        status?: ResponseStatus | undefined;
        /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
        assignee?: string | undefined;
        /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
        source?: 'browser' | 'server' | 'import' | undefined;
        /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
        origin?: string | undefined;
        /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
        language?: string | undefined;
        /** With `form_id`: only the responses from this browser, by its `userAgent`. */
        browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
        /** With `form_id`: the page has `form`, as `GET /forms/{id}` shows it. */
        form?: boolean | undefined;
        /** `spam`: responses marked as spam. `restricted`, with `form_id` and only as JSON: responses whose processing is restricted; only admins see their answers. No other list, count, export, webhook or integration includes either. */
        folder?: 'inbox' | 'spam' | 'restricted' | undefined;
        /** With `form_id`: `answers[topic]=Sales` finds responses with this answer to the field `topic`, or with it as one of several choices. Operators: `answers[age][gte]=18`, `gt`, `lt`, `lte`, `not`, `contains` in any case, `in` a list with commas, `empty` `true` or `false`, and `answers[quality][row][Speed]=Good` for a row of a matrix. All conditions must match. Encrypted fields are refused. Each response is read: send `from`, `to` and `status` to read fewer. */
        answers?: Record<string, string> | undefined;
        /** With `form_id`: only responses with this text in an answer, in any case, or with this ID. Encrypted answers are not searched. A page reads at most 10,000 responses, 1,000 if their answers are in the owner’s bucket: it may have fewer items than `limit`, or none. Continue with `nextCursor`. */
        q?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** ISO 8601 date or date-time: submitted at this time or later. */
        from?: string | undefined;
        /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
        to?: string | undefined;
        /** ISO 8601: submitted or changed at this time or later, in order of `updatedAt`, and of IDs where that is the same. To keep a copy up to date, continue from the greatest `updatedAt` that you have, minus a minute. Repeats have the same `id`. Deleted responses are not listed. */
        updated_since?: string | undefined;
        /** `json` is one page; `csv`, `jsonl` and `xlsx` are downloads of every match. `xlsx` is an Excel workbook: numbers, dates and times as such, one sheet of responses and one of their fields. */
        format?: 'json' | 'csv' | 'jsonl' | 'xlsx' | undefined;
        /** CSV and Excel: name the columns by field ID or by label. */
        headers?: 'id' | 'label' | undefined;
        /** CSV: begin with a byte order mark, for Excel. */
        bom?: boolean | undefined;
        /** CSV: put `'` before a text cell that a spreadsheet would take for a formula. */
        guard?: boolean | undefined;
        /** Exports: the columns, separated by commas: properties of a response (`id`, `updatedAt`, `notes`, …) and of its `meta` (`origin`, `durationMs`, …), IDs of fields, or `all`. A field with the name of a property is `answers.<id>`. JSON Lines then have flat objects. */
        columns?: string | undefined;
        /** Exports: the IANA time zone, such as `Europe/Berlin`, of `startedAt`, `submittedAt` and `updatedAt`: `2026-01-31T10:30:00.000+01:00`. */
        timezone?: string | undefined;
        /** CSV: the separator of cells. Default: a comma. */
        delimiter?: ',' | ';' | 'tab' | undefined;
        /** `url`: includes links to download the files, in JSON as `files`, in CSV instead of their IDs. They work for at most an hour. */
        files?: 'id' | 'url' | undefined;
        /** JSON: the most items in a page; 50 by default. An export has no pages: it contains every match, or at most this many. `Link` with `rel="next"` leads to the rest, if there is any. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** Default: `desc`, newest first; with `updated_since`: `asc`. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ResponsesPage;
  };
  getResponse: {
    call: {
      params: {
        /** The ID of a response. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Response;
  };
  updateResponse: {
    call: {
      params: {
        /** The ID of a response. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        status?: ResponseStatus | undefined;
        /** The team’s progress with it. `open` until someone changes it. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** A member of the organization, by the ID of the user. `null` removes the assignee. */
        assigneeId?: string | null | undefined;
        /** Notes to add: one text, or a list of texts and of objects with `body`. */
        notes?: ({
          /** Send it back to keep the note as it is. */
          id?: string | undefined;
          body: string;
          /** The user, or the secret key, that added it. */
          authorId?: string | undefined;
          /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
          createdAt?: string | undefined;
        } | string)[] | string | undefined;
        /** Field ID to the new answer, checked by the field’s rules. Other answers stay. */
        answers?: Record<string, unknown> | undefined;
        /** `true`: it is spam. `null` or `false`: it is not. The mark, as it was read, stays. */
        spam?: boolean | Record<string, unknown> | null | undefined;
        /** `true` restricts the processing of the response, `null` or `false` lifts the restriction. */
        restricted?: boolean | null | undefined;
        /** With a change of `restricted`: the reason, for the audit trail and the timeline. */
        restrictionReason?: string | null | undefined;
        id?: string | undefined;
        formId?: string | undefined;
        /** The version of the form that the answers were checked against. */
        formVersion?: number | undefined;
        environment?: 'production' | 'development' | 'staging' | undefined;
        /** When the first answers arrived, or the first event of the visit if earlier. */
        startedAt?: string | undefined;
        /** When the response was first completed; until then, when its first answers arrived. Lists are ordered by it. It does not change with the status later. */
        submittedAt?: string | undefined;
        /** When answers, status, notes, handling or assignee last changed. */
        updatedAt?: string | undefined;
        /** Field ID to the reason why the answer is not shown in full: `hidden` from this caller or `masked` by the field’s policy, `unavailable`, because it could not be decrypted or read, or `destroyed`, because the operator destroyed the key that encrypted it. Absent if all are shown. */
        concealed?: Record<string, 'hidden' | 'masked' | 'unavailable' | 'destroyed'> | undefined;
        meta?: {
          /** The kind of key: publishable or secret. `import`: it was submitted elsewhere. */
          source?: 'browser' | 'server' | 'import' | undefined;
          /** The page’s origin, as the browser sent it. */
          origin?: string | undefined;
          /** The names of the sender’s browser and system, or that of a program: `Firefox on Linux`. Responses from before 0.3.0 have the whole `User-Agent`. */
          userAgent?: string | undefined;
          /** The browser’s language, as a BCP 47 tag. Missing in responses from servers, and from before 0.3.0. */
          language?: string | undefined;
          /** The time from the first save to completion. */
          durationMs?: number | undefined;
          /** The proof of each consent, by field id: which text, when, and from whom. A withdrawn one stays, with `withdrawnAt`. */
          consents?: Record<string, {
            /** SHA-256 of the text in the language that was shown, in UTF-8, as hexadecimal digits. The text: `GET /forms/{id}/consent-texts`. */
            textHash: string;
            /** The language of the text. Missing for a form that names none, and in responses from before 0.3. */
            language?: string | undefined;
            /** The sender named exactly this text by its `consentId`. Without it, the text is the one in the form’s own language at that time. */
            shown?: boolean | undefined;
            /** When it was given. */
            at: string;
            /** `visitor`: sent with a publishable key. `server`: sent or set with a secret key or session. */
            by?: 'visitor' | 'server' | undefined;
            /** When it was taken back. */
            withdrawnAt?: string | undefined;
          }> | undefined;
        } | undefined;
      };
    };
    answer: Response;
  };
  deleteResponse: {
    call: {
      params: {
        /** The ID of a response. */
        id: string;
      };
    };
    answer: undefined;
  };
  changeResponses: {
    call: {
      body: {
        /** The IDs of the responses, of any forms of the environment. */
        ids: string[];
        /** The new status. */
        status?: ResponseStatus | undefined;
        /** The new handling. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** A member of the organization, by the ID of the user. `null` removes the assignee. */
        assigneeId?: string | null | undefined;
        /** `true` moves them to spam, `false` out of it. Send it alone. */
        spam?: boolean | undefined;
        /** Permanently deletes them with their files. Send it alone. */
        delete?: true | undefined;
      };
    };
    answer: {
      results: ({
        id: string;
        /** `unchanged`: it was already so. `not_found`: no such response in this environment, or no longer. `failed`: see `error`. */
        result: 'changed' | 'unchanged' | 'deleted' | 'not_found' | 'failed';
        error?: {
          /** As in the body of an error. */
          code: string;
          message: string;
          details: ({
            field: string;
            rule: string;
            message: string;
          })[];
        } | undefined;
      })[];
    };
  };
  createReply: {
    call: {
      params: {
        /** The id of a response. */
        id: string;
      };
      headers?: {
        /** A unique text for this reply. With a different request it is 409. */
        'idempotency-key'?: string | undefined;
      };
      body: {
        subject: string;
        /** Plain text. An empty line separates paragraphs. */
        body: string;
        /** The field of type email with the address. Default: the first that was answered. */
        fieldId?: string | undefined;
        /** The member who gets the answers, by the id of the user. Default: the user of the session; a secret key must name one. */
        memberId?: string | undefined;
      };
    };
    answer: {
      id: string;
      responseId: string;
      /** The field with the address. */
      fieldId: string;
      memberId: string;
      subject: string;
      body: string;
      /** The user, or the secret key, that wrote it. */
      authorId: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      createdAt: string;
      /** `queued`: it is sent within a minute. `sent`: the mail service took it. `bounced`: it came back, or its reader marked it as spam. `failed`: it could not be sent. */
      state: 'queued' | 'sent' | 'bounced' | 'failed';
    };
  };
  getResponseTimeline: {
    call: {
      params: {
        /** The ID of a response. */
        id: string;
      };
    };
    answer: ResponseTimeline;
  };
  importResponses: {
    call: {
      body: {
        /** The ID of a form. */
        formId: string;
        /** RFC 4180, with a first line that names the columns. */
        csv: string;
        /** Checks and stores nothing. */
        dryRun?: boolean | undefined;
        /** `types`: only checks that answers have their field’s type, not `required`, `validate` and conditions, which may be newer than the rows. */
        rules?: 'all' | 'types' | undefined;
        /** Column name to `id`, `status`, `submittedAt`, a field ID, or `null` to leave it out. Other columns are matched by name. */
        columns?: Record<string, string | null> | undefined;
        /** ISO 8601: the time of rows without one. */
        submittedAt?: string | undefined;
        /** Default: the most frequent one in the first line. */
        delimiter?: ',' | ';' | '	' | undefined;
        /** Removes the `'` that an export puts before formulas. `false` for an export with `guard=false`. */
        guard?: boolean | undefined;
        /** The line of the file on which the first row begins. */
        firstLine?: number | undefined;
      };
    };
    answer: {
      dryRun: boolean;
      /** The number of rows in this part. */
      rows: number;
      /** The number of stored rows; in a dry run, of those that would be. */
      imported: number;
      /** Lines of rows whose responses already exist. */
      existing: number[];
      /** Rows that were not imported, each with up to ten faults. */
      refused: ({
        /** The line of the file where the row begins. */
        line: number;
        details: ({
          /** The ID of a field, or the name of another column. */
          field: string;
          rule: string;
          message: string;
        })[];
      })[];
      /** What is in the file but not in the responses. */
      warnings: ({
        column: string;
        rule: 'unknown' | 'file' | 'concealed' | 'calculated';
        message: string;
        /** The number of rows with a value there. */
        rows: number;
      })[];
    };
  };
  signUpload: {
    call: {
      body: {
        /** The ID of a form; with a publishable key, of a live one. */
        formId: string;
        /** A field of type file. */
        fieldId: string;
        /** The name for downloads: no path, no control characters. Matches `^[^/\\\p{Cc}\p{Bidi_Control}]+$`. */
        fileName: string;
        /** A media type; `application/octet-stream` if unknown. */
        contentType: string;
        /** In bytes. At most the field’s `maxBytes`, or the deployment’s limit, 10 MB by default. */
        size: number;
      };
    };
    answer: {
      /** The answer to submit for the field. */
      fileId: string;
      uploadUrl: string;
      method: 'PUT';
      /** Send these with the file, unchanged. */
      headers: Record<string, string>;
      /** The seconds until the link expires. */
      expiresIn: number;
      /** The largest allowed file. */
      maxBytes: number;
    };
  };
  getFile: {
    call: {
      params: {
        /** The answer to a field of type file. */
        fileId: string;
      };
    };
    answer: string;
  };
  searchDataSubject: {
    call: {
      body: {
        /** Default: the environment of the request. */
        environment?: EnvironmentName | undefined;
        /** Finds responses with this address as an answer, in any field, case and spelling: also with invisible characters, full-width letters, or its domain in Punycode. Texts that only contain the address are not found. */
        email?: string | undefined;
        /** A field of type `email`, or one that a form marks with `identifies`. Requires `value`. Only forms with such a field are searched for the value. */
        fieldId?: string | undefined;
        /** Finds responses with this answer to the field, in any case, or with it as one of several values. */
        value?: string | number | boolean | undefined;
        /** The maximum number of responses that one person can have. A request that finds more fails, says how many it found, and changes nothing. Check the criterion, then send a higher number to confirm. */
        responsesMax?: number | undefined;
        /** `all` makes one request over every environment of the organization, with a part in each. It needs a session: an API key has one environment. `responsesMax` applies in each. */
        environments?: 'one' | 'all' | undefined;
        /** When the person must have an answer, if not within 30 days. The dashboard marks requests that are overdue. */
        deadline?: string | undefined;
        /** Why you make the request, such as the number of a case. It is kept for a year: do not name the person. */
        note?: string | undefined;
      };
    };
    answer: NewDataSubjectRequest;
  };
  exportDataSubject: {
    call: {
      body: DataSubject;
    };
    answer: NewDataSubjectRequest;
  };
  eraseDataSubject: {
    call: {
      body: {
        /** Default: the environment of the request. */
        environment?: EnvironmentName | undefined;
        /** Finds responses with this address as an answer, in any field, case and spelling: also with invisible characters, full-width letters, or its domain in Punycode. Texts that only contain the address are not found. */
        email?: string | undefined;
        /** A field of type `email`, or one that a form marks with `identifies`. Requires `value`. Only forms with such a field are searched for the value. */
        fieldId?: string | undefined;
        /** Finds responses with this answer to the field, in any case, or with it as one of several values. */
        value?: string | number | boolean | undefined;
        /** A finished search, in place of `email` or `fieldId`. The erasure then concerns what was submitted until that search, so nothing is erased that you have not seen. */
        searchId?: string | undefined;
        /** The maximum number of responses that one person can have. A request that finds more fails, says how many it found, and changes nothing. Check the criterion, then send a higher number to confirm. */
        responsesMax?: number | undefined;
        /** `all` makes one request over every environment of the organization, with a part in each. It needs a session: an API key has one environment. `responsesMax` applies in each. */
        environments?: 'one' | 'all' | undefined;
        /** When the person must have an answer, if not within 30 days. The dashboard marks requests that are overdue. */
        deadline?: string | undefined;
        /** Why you make the request, such as the number of a case. It is kept for a year: do not name the person. */
        note?: string | undefined;
        /** IDs of responses to erase although they only mention the person, in a text, a note or a reply. Others than those that mention the person are ignored. */
        mentions?: string[] | undefined;
        /** Responses to keep, such as those of another person who gave the address as a contact. Each is an ID, or an ID with the reason. */
        except?: unknown[] | undefined;
      };
    };
    answer: NewDataSubjectRequest;
  };
  listDataSubjectRequests: {
    call: {
      query?: {
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: DataSubjectRequestsPage;
  };
  getDataSubjectRequest: {
    call: {
      params: {
        /** The ID of a request. */
        id: string;
      };
    };
    answer: DataSubjectRequest;
  };
  listDataSubjectHits: {
    call: {
      params: {
        /** The ID of a request. */
        id: string;
      };
      query?: {
        /** Only hits of this kind. */
        kind?: 'named' | 'mentioned' | 'notes' | 'recipients' | 'accounts' | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: DataSubjectHitsPage;
  };
  listDataSubjectFiles: {
    call: {
      params: {
        /** The ID of a request. */
        id: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: DataSubjectFilesPage;
  };
  createExport: {
    call: {
      body: {
        /** Default: the environment of the request. */
        environment?: EnvironmentName | undefined;
        /** Only this form. Default: every form of the environment. */
        formId?: string | undefined;
        /** `parquet`: numbers, booleans and times keep their types; multiple choices and matrices are JSON. `xlsx`: an Excel workbook with one sheet of responses and one of their fields. */
        format: 'csv' | 'jsonl' | 'parquet' | 'xlsx';
        /** Only responses of this status. */
        status?: ResponseStatus | undefined;
        /** Default: `inbox`. `spam`: responses marked as spam. */
        folder?: 'inbox' | 'spam' | undefined;
        /** With `formId`: the filters, columns and order of this saved view, as they are now. Properties of the request replace those of the view. */
        viewId?: string | undefined;
        /** With `formId`: only responses in this state. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** With `formId`: only the responses of this assignee, by the ID of the user, or of `none`. */
        assignee?: string | undefined;
        /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
        source?: 'browser' | 'server' | 'import' | undefined;
        /** With `formId`: only the responses from pages of this origin. */
        origin?: string | undefined;
        /** With `formId`: only the responses of browsers in this language. `de` finds `de-AT`, too. */
        language?: string | undefined;
        /** With `formId`: only the responses from this browser. */
        browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
        /** With `formId`: only responses with this text in an answer, in any case, or with this ID. */
        q?: string | undefined;
        /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
        answers?: Record<string, string> | undefined;
        /** Default: `asc`, oldest first, or the order of the view. */
        order?: 'desc' | 'asc' | undefined;
        /** ISO 8601: submitted at this time or later. */
        from?: string | undefined;
        /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
        to?: string | undefined;
        /** With `formId`: the columns, as in `GET /responses`. */
        columns?: string | undefined;
        /** Exports: the IANA time zone, such as `Europe/Berlin`, of `startedAt`, `submittedAt` and `updatedAt`: `2026-01-31T10:30:00.000+01:00`. */
        timezone?: string | undefined;
        /** CSV and Excel: name the columns by field ID or by label. */
        headers?: 'id' | 'label' | undefined;
        /** CSV: begin with a byte order mark, for Excel. */
        bom?: boolean | undefined;
        /** CSV: put `'` before a text cell that a spreadsheet would take for a formula. Default: `true`. */
        guard?: boolean | undefined;
        /** CSV: the separator of cells. Default: a comma. */
        delimiter?: ',' | ';' | 'tab' | undefined;
      };
    };
    answer: Export;
  };
  listExports: {
    call: {
      query?: {
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ExportsPage;
  };
  getExport: {
    call: {
      params: {
        /** The ID of an export. */
        id: string;
      };
    };
    answer: Export;
  };
  deleteExport: {
    call: {
      params: {
        /** The ID of an export. */
        id: string;
      };
    };
    answer: undefined;
  };
  listExportFiles: {
    call: {
      params: {
        /** The ID of an export. */
        id: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ExportFilesPage;
  };
  createWebhook: {
    call: {
      body: {
        /** Only events of this form. Default: all forms. */
        formId?: string | null | undefined;
        /** A public https URL, on port 443 or above 1023, without user name and password. With `listen:<name>`, nothing is sent: `formline listen` reads the deliveries, which count as successful. Such a webhook is disabled after a day. It can be created, but not updated. */
        url: string;
        events: WebhookEvent[];
        /** An inactive webhook gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        /** Also sends partial responses: `response.created` at the first save, with the status `partial`, then `response.updated` for each save and for completion. Without it, `response.created` is sent once, when the response is first complete. */
        partials?: boolean | undefined;
        /** Sends the answers in `event.attributes.answers` of `response.created` and `response.updated`, by field ID, as they are when the request is made. Fields that are `pii`, `encrypted` or `masked` are never sent. A file is `{fileId, name, size, type}`. */
        includeAnswers?: boolean | undefined;
        /** Signs the requests. Default: a generated secret, `whsec_…`. Shown only once. */
        secret?: string | undefined;
        environment?: EnvironmentName | undefined;
      };
    };
    answer: WebhookWithSecret;
  };
  listWebhooks: {
    call: {
      query?: {
        /** Only webhooks that are limited to this form. */
        form_id?: string | undefined;
        /** With `form_id`: also lists webhooks for all forms, so that you get every webhook that receives this form’s events. */
        applies?: boolean | undefined;
        /** Only webhooks whose URL contains each word, in any case. A page reads up to 1,000 records, so it may be empty with `hasMore` true: continue with `nextCursor`. `total` counts those found so far. */
        q?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
        /** With `false`, `total` counts only the items up to the end of the page. This saves counting a long list. */
        total?: boolean | undefined;
      };
    };
    answer: WebhooksPage;
  };
  getWebhook: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Webhook;
  };
  updateWebhook: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** Only events of this form. `null`: all forms. */
        formId?: string | null | undefined;
        /** A public https URL, on port 443 or above 1023, without user name and password. With `listen:<name>`, nothing is sent: `formline listen` reads the deliveries, which count as successful. Such a webhook is disabled after a day. It can be created, but not updated. */
        url?: string | undefined;
        events?: WebhookEvent[] | undefined;
        /** An inactive webhook gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        /** Also sends partial responses: `response.created` at the first save, with the status `partial`, then `response.updated` for each save and for completion. Without it, `response.created` is sent once, when the response is first complete. */
        partials?: boolean | null | undefined;
        /** Sends the answers in `event.attributes.answers` of `response.created` and `response.updated`, by field ID, as they are when the request is made. Fields that are `pii`, `encrypted` or `masked` are never sent. A file is `{fileId, name, size, type}`. */
        includeAnswers?: boolean | null | undefined;
        /** Signs the requests. Default: a generated secret, `whsec_…`. Shown only once. */
        secret?: string | null | undefined;
        id?: string | undefined;
        environment?: 'production' | 'development' | 'staging' | undefined;
        /** Why the service turned off the webhook: the receiver answered 410 twice in a row, or failed for 8 days. Set `active` to clear it. */
        disabledReason?: 'gone' | 'failing' | null | undefined;
        secretLast4?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: Webhook;
  };
  deleteWebhook: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
    };
    answer: undefined;
  };
  rotateWebhookSecret: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      body?: {
        /** Signs the requests. Default: a generated secret, `whsec_…`. Shown only once. */
        secret?: string | undefined;
      };
    };
    answer: WebhookWithSecret;
  };
  testWebhook: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      body?: {
        event?: WebhookEvent | undefined;
      };
    };
    answer: {
      /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
      id: string;
      status: DeliveryStatus;
      event: DeliveryEvent;
      attemptCount: number;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      createdAt: string;
      /** Set while the delivery is scheduled. */
      nextAttemptAt: string | null;
      webhookId: string;
      /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
      waitingFor?: 'receiver' | 'answers' | undefined;
      /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
      digest?: string | undefined;
      attempts: DeliveryAttempt[];
    };
  };
  listDeliveries: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      query?: {
        /** `scheduled` waits for its next attempt. `dead` failed its last attempt. `cancelled` was stopped with its receiver or response. Queued deliveries of a deleted form are removed when due; ended ones are kept for 30 days. */
        status?: DeliveryStatus | undefined;
        /** ISO 8601: events at this time or later. */
        since?: string | undefined;
        /** ISO 8601: events before this time. A bare date includes that UTC day. */
        until?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: DeliveriesPage;
  };
  getDelivery: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
        /** The ID of a delivery. */
        deliveryId: string;
      };
    };
    answer: Delivery;
  };
  retryDelivery: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
        /** The ID of a delivery. */
        deliveryId: string;
      };
    };
    answer: {
      /** The same for every attempt. A webhook gets it as `x-service-delivery`. */
      id: string;
      status: DeliveryStatus;
      event: DeliveryEvent;
      attemptCount: number;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      createdAt: string;
      /** Set while the delivery is scheduled. */
      nextAttemptAt: string | null;
      webhookId: string;
      /** Set while it waits without an attempt. `receiver`: the receiver is down. `answers`: the bucket with the answers is closed. */
      waitingFor?: 'receiver' | 'answers' | undefined;
      /** When the email digest with this response ends. The digest has its own delivery, without a response, which shows how it went. */
      digest?: string | undefined;
      attempts: DeliveryAttempt[];
    };
  };
  redriveWebhook: {
    call: {
      params: {
        /** The ID of a webhook. */
        id: string;
      };
      body?: {
        /** ISO 8601: events at this time or later. */
        from?: string | undefined;
        /** ISO 8601: events before this time. A bare date includes that UTC day. */
        to?: string | undefined;
      };
    };
    answer: {
      webhookId: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      from: string | null;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      to: string | null;
      status: 'accepted';
    };
  };
  createTemplate: {
    call: {
      body: {
        /** The name in lists. It need not be unique. */
        name: string;
        /** Its purpose, in a sentence or two. */
        description?: string | null | undefined;
        /** A text of your choice, which lists can filter by. */
        category?: string | null | undefined;
        form: TemplateForm;
      };
    };
    answer: Template;
  };
  listTemplates: {
    call: {
      query?: {
        /** Only templates of exactly this category. */
        category?: string | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: TemplatesPage;
  };
  getTemplate: {
    call: {
      params: {
        /** The ID of a template. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Template;
  };
  updateTemplate: {
    call: {
      params: {
        /** The ID of a template. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** The name in lists. It need not be unique. */
        name?: string | undefined;
        /** Its purpose, in a sentence or two. */
        description?: string | null | undefined;
        /** A text of your choice, which lists can filter by. */
        category?: string | null | undefined;
        /** The body of `POST /forms` without `status`, `environment` and `webhooks`. */
        form?: {
          /** Shown to visitors, and used as the name of exports. */
          title?: string | undefined;
          /** The questions in order. A live form has at least one. */
          fields?: Field[] | undefined;
          /** The origins that may submit with a publishable key: scheme, host and port; a slash at the end is dropped. Empty: any. */
          allowedOrigins?: string[] | null | undefined;
          /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
          fieldPolicies?: Record<string, 'encrypted' | 'masked'> | null | undefined;
          storage?: {
            /** `owner`: answers (see `answers`), uploads, archives and exports go to `bucket`, with the role `roleArn`, or with a bucket policy and a proof. They are tested when you set them. `platform` (the default): they go to the deployment’s bucket, and `bucket` is not used: `warnings` says so. Existing files stay where they are. */
            mode?: 'owner' | 'platform' | null | undefined;
            /** An S3 bucket in the deployment’s region. */
            bucket?: string | null | undefined;
            /** The ARN of the role for the bucket. Its name begins with `formline-storage-`. Without it, the bucket policy must allow the deployment’s role, and the object `formline/{organization id}` must contain the number of the account that owns the bucket. An error message has both. */
            roleArn?: string | null | undefined;
            /** Set by the service: the organization’s ID. The role’s trust policy must require it. */
            externalId?: string | null | undefined;
            /** Set by the service if `roleArn` is the deployment’s role: the account that owns the bucket. */
            account?: string | null | undefined;
            /** With the mode `owner`, where answers are kept. `bucket` (the default when you set a bucket): they go there within seconds of the submission, and the table keeps IDs, status, times, counts and notes; lists and exports take longer. `table`: they stay in the deployment’s table, as in forms from before this setting. A change moves stored answers: `GET /forms/{id}/sealing` shows the progress. */
            answers?: 'bucket' | 'table' | null | undefined;
            /** Where everything must be kept. A deployment serves its own region and `global`, and refuses others with `not_supported`. */
            region?: 'us' | 'eu' | 'global' | null | undefined;
          } | null | undefined;
          /** How the embed and the hosted page show the form. */
          ui?: {
            theme?: 'auto' | 'light' | 'dark' | null | undefined;
            progress?: 'steps' | 'bar' | 'none' | null | undefined;
            layout?: 'one-by-one' | 'all-at-once' | null | undefined;
            /** Whether the embed sends answers while the visitor fills in the form: never before “send” (`off`, the default), `on`, or once a `consent` of the form is given. `on` and `afterConsent` tell the visitor, and never send answers to fields that are `pii` or have a policy. Forms from before this setting are `on`. Partial submissions that a page sends itself are taken in any case. */
            partialSaves?: 'off' | 'on' | 'afterConsent' | null | undefined;
            /** Offers visitors a link to continue later, for 30 days. It works once: the first person to open it sees the answers so far and continues. */
            saveAndResume?: boolean | null | undefined;
          } | null | undefined;
          /** The brand of the form, in the embed and on the hosted page. `--fl-` properties of the page around an embed win. Low contrast gives `warnings`. */
          theme?: {
            /** The color of buttons, links and selected options: `#00695c`. */
            accent?: string | null | undefined;
            /** A color, with which the form is the same in light and dark; or `transparent`: no card of its own. */
            background?: string | null | undefined;
            /** The text color. Default: black or white, depending on the background. */
            text?: string | null | undefined;
            /** A font family on the visitor’s device. `inherit`: the font of the page around an embed. */
            font?: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | 'mono' | 'inherit' | null | undefined;
            /** The corner radius, in pixels. Default: 8. */
            radius?: number | null | undefined;
            /** The maximum width: 32, 42 or 56 rem, or all available space. Default: `medium`. */
            width?: 'narrow' | 'medium' | 'wide' | 'full' | null | undefined;
            /** The space between questions; `comfortable` by default. */
            density?: 'compact' | 'comfortable' | 'spacious' | null | undefined;
            /** The button that sends the form; default: “Send” in the visitor’s language. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
            buttonText?: string | null | undefined;
            /** The logo above the title, at most 64 pixels high. */
            logo?: {
              /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
              image?: string | undefined;
              /** What it shows, for people who can’t see it. */
              alt?: string | null | undefined;
            } | null | undefined;
            /** The band above the form, four times as wide as high. It shows the middle of the image. */
            cover?: {
              /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
              image?: string | undefined;
              /** What it shows, for people who can’t see it. */
              alt?: string | null | undefined;
            } | null | undefined;
          } | null | undefined;
          spamProtection?: {
            honeypot?: {
              enabled?: boolean | null | undefined;
              /** The name of the honeypot; no field of the form may have this ID. Default: `website`. What is sent under it is never an answer, even while the honeypot is off. Matches `^[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.-]{0,63}$`. */
              fieldName?: string | null | undefined;
            } | null | undefined;
            /** The public schema has a signed ticket, which a page sends back with its submission. Without one, or with one younger than two seconds or older than 24 hours, the submission is marked as spam. */
            ticket?: {
              enabled?: boolean | null | undefined;
            } | null | undefined;
            /** A page solves a challenge (`GET /forms/{id}/challenge`) before it submits, which takes some tenths of a second. */
            proofOfWork?: {
              enabled?: boolean | null | undefined;
            } | null | undefined;
            recaptcha?: {
              enabled?: boolean | null | undefined;
              /** The public key that the page sends to the provider. */
              siteKey?: string | null | undefined;
              /** Submissions with a lower score are refused. Default: 0.5. */
              threshold?: number | null | undefined;
            } | null | undefined;
            turnstile?: {
              enabled?: boolean | null | undefined;
              /** The public key that the page sends to the provider. */
              siteKey?: string | null | undefined;
            } | null | undefined;
            hcaptcha?: {
              enabled?: boolean | null | undefined;
              /** The public key that the page sends to the provider. */
              siteKey?: string | null | undefined;
            } | null | undefined;
          } | null | undefined;
          /** How long responses are kept. Older ones are hidden from lists and exports, and then removed with their files. A change applies at once, also to old responses. Expired ones stay expired. */
          retention?: {
            /** Periods of 24 hours after the submission. Without it, responses are kept. */
            days?: number | null | undefined;
            /** What happens after `days`. Default: `delete`. */
            policy?: 'delete' | 'archive' | null | undefined;
            /** Days after which an archive is deleted with the files of its responses, counted from when it was made. A change also applies to existing archives. Without it, archives are kept until their form is deleted. */
            archiveDays?: number | null | undefined;
            /** Days after which an abandoned response is removed with its files, whatever the policy. They begin when it is abandoned, a day after its last save, or with a later change. `0`: it is kept like a completed one. Default: 30, and 0 in forms from before 0.3.0. */
            partialDays?: number | null | undefined;
          } | null | undefined;
          limits?: {
            /** The largest body that a publishable key may send, in bytes. Default: what the fields can hold, at least 32,768. */
            bodyBytes?: number | null | undefined;
          } | null | undefined;
          /** The form’s hosted page: `GET /f/{formId}`. */
          hostedPage?: {
            /** Whether there is a page at `/f/{formId}`. Default: `true`. */
            enabled?: boolean | null | undefined;
            /** Whether search engines may list it. Default: `false`. */
            indexed?: boolean | null | undefined;
            /** One or two sentences that search engines, and networks where the link is shared, show below the title. */
            description?: string | null | undefined;
            /** The picture that networks show where the link is shared, best 1,200 by 630 pixels. Visitors do not load it. */
            imageUrl?: string | null | undefined;
          } | null | undefined;
          /** The form accepts nothing from then on: 403 `form_closed`. ISO 8601 with an offset: `2026-01-31T18:00:00+01:00`. */
          closesAt?: string | null | undefined;
          /** The most completed responses that the form accepts. After that, 403 `form_closed`, also for partial ones. Spam doesn’t count. Deleting a response frees its place once the deletion is counted. */
          maxResponses?: number | null | undefined;
          /** The message when the form is closed. */
          closedMessage?: string | null | undefined;
          /** A page before the first question. Without a script it is above the form. */
          welcome?: {
            /** In limited Markdown, like the text of `thankYou`. */
            text?: string | undefined;
            /** The button that begins; default: “Next”. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
            buttonText?: string | null | undefined;
          } | null | undefined;
          /** What the page shows or opens after a submission. */
          thankYou?: {
            /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
            text?: string | null | undefined;
            /** The http or https address to open instead. */
            redirectUrl?: string | null | undefined;
            /** Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded. */
            redirectAnswers?: string[] | null | undefined;
          } | null | undefined;
          /** Ends that replace `thankYou` by answer: the first whose condition is true. */
          endings?: Ending[] | null | undefined;
          /** The privacy notice above the button that sends the form (GDPR, Article 13). In the public schema it is the last field, the statement `_privacy`. */
          privacy?: {
            /** The http or https address of your privacy policy. */
            url?: string | null | undefined;
            /** Who is responsible for the answers, and how to contact them. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
            controller?: string | null | undefined;
            /** What you need the answers for. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
            purpose?: string | null | undefined;
            /** The legal basis: GDPR, Article 6(1). */
            lawfulBasis?: 'consent' | 'contract' | 'legalObligation' | 'vitalInterests' | 'publicTask' | 'legitimateInterests' | null | undefined;
          } | null | undefined;
          /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
          language?: string | null | undefined;
          /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
          texts?: Record<string, FormTexts> | null | undefined;
          /** What to do with answers to unknown fields: `refuse`, `drop` (`warnings` names them), or `keep`, up to 50 texts in a response. Default: `drop` for a publishable key, `refuse` for a secret key. The first 200 names have columns at the end of the CSV. */
          extraFields?: 'refuse' | 'drop' | 'keep' | null | undefined;
        } | undefined;
        /** The `templateId` of `POST /forms`. */
        id?: string | undefined;
        /** Part of the service: every organization has it, and nobody can change it. */
        isBuiltIn?: boolean | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: Template;
  };
  deleteTemplate: {
    call: {
      params: {
        /** The ID of a template. */
        id: string;
      };
    };
    answer: undefined;
  };
  createIntegration: {
    call: {
      body: {
        type: 'slack';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The URL of an incoming webhook of Slack (`https://hooks.slack.com/services/…`) or Discord (`https://discord.com/api/webhooks/…`), or of a workflow of Teams. Write-only. */
          webhookUrl: string;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'discord';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The URL of an incoming webhook of Slack (`https://hooks.slack.com/services/…`) or Discord (`https://discord.com/api/webhooks/…`), or of a workflow of Teams. Write-only. */
          webhookUrl: string;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'teams';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The URL of an incoming webhook of Slack (`https://hooks.slack.com/services/…`) or Discord (`https://discord.com/api/webhooks/…`), or of a workflow of Teams. Write-only. */
          webhookUrl: string;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'google_sheets';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The JSON key of a Google service account, as an object or as text. Write-only. */
          serviceAccount: Record<string, unknown> | string;
          /** In the spreadsheet’s URL, between `/d/` and `/edit`. */
          spreadsheetId: string;
          /** The name of the sheet. Default: the first one. */
          sheetName?: string | null | undefined;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'notion';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The secret of a Notion internal integration, or a personal access token of Airtable. Write-only. */
          token: string;
          /** In the database’s URL: 32 hexadecimal digits. */
          databaseId: string;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'airtable';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** The secret of a Notion internal integration, or a personal access token of Airtable. Write-only. */
          token: string;
          /** In the Airtable base’s URL: `app` and 14 letters or digits. */
          baseId: string;
          /** The name of the Airtable table, or its ID, `tbl…`. */
          table: string;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      } | {
        type: 'email';
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        config: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | undefined;
          /** IDs of members, or email addresses. Members get email while they are members. An address gets email once its owner follows the link in a confirmation email. */
          recipients: string[];
          /** Includes the answers in the email. Otherwise it links to them. */
          includeAnswers?: boolean | undefined;
          /** With `formId`: the email field that replies go to. Default: the first email field whose answers may be sent. Not for digests. */
          replyToField?: string | null | undefined;
          /** `immediately` (the default): an email for each response. `hourly` and `daily`: one email for all responses in that time, if there are any. */
          digest?: 'immediately' | 'hourly' | 'daily' | undefined;
          /** The hour at which a `daily` digest is sent. Default: 8. */
          digestHour?: number | null | undefined;
          /** The time zone of `digestHour` and of times in emails, such as `Europe/Berlin`. Default: `UTC`. */
          timeZone?: string | null | undefined;
        };
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        environment?: EnvironmentName | undefined;
      };
    };
    answer: Integration;
  };
  listIntegrations: {
    call: {
      query?: {
        /** Only integrations that are limited to this form. */
        form_id?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: IntegrationsPage;
  };
  getIntegration: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Integration;
  };
  updateIntegration: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** Only responses to this form. `null`: all forms of the environment. */
        formId?: string | null | undefined;
        /** `slack`, `discord` and `teams`: `webhookUrl`. `google_sheets`: `serviceAccount`, `spreadsheetId`, `sheetName`. `notion`: `token`, `databaseId`. `airtable`: `token`, `baseId`, `table`. `email`: `recipients`, `includeAnswers`, `replyToField`, `digest`, `digestHour`, `timeZone`. `includePersonalData` is for all. */
        config?: {
          /** Also sends answers to `pii` fields, and the visible part of `masked` ones. `encrypted` answers are never sent. */
          includePersonalData?: boolean | null | undefined;
          /** The URL of an incoming webhook of Slack (`https://hooks.slack.com/services/…`) or Discord (`https://discord.com/api/webhooks/…`), or of a workflow of Teams. Write-only. */
          webhookUrl?: string | null | undefined;
          /** The JSON key of a Google service account, as an object or as text. Write-only. */
          serviceAccount?: Record<string, unknown> | string | null | undefined;
          /** In the spreadsheet’s URL, between `/d/` and `/edit`. */
          spreadsheetId?: string | null | undefined;
          /** The name of the sheet. Default: the first one. */
          sheetName?: string | null | undefined;
          /** The secret of a Notion internal integration, or a personal access token of Airtable. Write-only. */
          token?: string | null | undefined;
          /** In the database’s URL: 32 hexadecimal digits. */
          databaseId?: string | null | undefined;
          /** In the Airtable base’s URL: `app` and 14 letters or digits. */
          baseId?: string | null | undefined;
          /** The name of the Airtable table, or its ID, `tbl…`. */
          table?: string | null | undefined;
          /** IDs of members, or email addresses. Members get email while they are members. An address gets email once its owner follows the link in a confirmation email. */
          recipients?: string[] | null | undefined;
          /** Includes the answers in the email. Otherwise it links to them. */
          includeAnswers?: boolean | null | undefined;
          /** With `formId`: the email field that replies go to. Default: the first email field whose answers may be sent. Not for digests. */
          replyToField?: string | null | undefined;
          /** `immediately` (the default): an email for each response. `hourly` and `daily`: one email for all responses in that time, if there are any. */
          digest?: 'immediately' | 'hourly' | 'daily' | null | undefined;
          /** The hour at which a `daily` digest is sent. Default: 8. */
          digestHour?: number | null | undefined;
          /** The time zone of `digestHour` and of times in emails, such as `Europe/Berlin`. Default: `UTC`. */
          timeZone?: string | null | undefined;
        } | undefined;
        /** An inactive integration gets nothing, and its queued deliveries are cancelled. */
        active?: boolean | undefined;
        id?: string | undefined;
        type?: 'slack' | 'discord' | 'teams' | 'google_sheets' | 'notion' | 'airtable' | 'email' | undefined;
        /** Why the service turned off the integration: it got 410 twice in a row, or failed for 8 days. Set `active` to clear it. */
        disabledReason?: 'gone' | 'failing' | null | undefined;
        environment?: 'production' | 'development' | 'staging' | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: Integration;
  };
  deleteIntegration: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
    };
    answer: undefined;
  };
  confirmRecipient: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
      body: {
        /** One of its recipients. */
        address: string;
      };
    };
    answer: {
      address: string;
      status: 'pending';
    };
  };
  testIntegration: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
    };
    answer: IntegrationDelivery;
  };
  listIntegrationDeliveries: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
      query?: {
        /** `scheduled` waits for its next attempt. `dead` failed its last attempt. `cancelled` was stopped with its receiver or response. Queued deliveries of a deleted form are removed when due; ended ones are kept for 30 days. */
        status?: DeliveryStatus | undefined;
        /** ISO 8601: events at this time or later. */
        since?: string | undefined;
        /** ISO 8601: events before this time. A bare date includes that UTC day. */
        until?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: IntegrationDeliveriesPage;
  };
  getIntegrationDelivery: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
        /** The ID of a delivery. */
        deliveryId: string;
      };
    };
    answer: IntegrationDelivery;
  };
  retryIntegrationDelivery: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
        /** The ID of a delivery. */
        deliveryId: string;
      };
    };
    answer: IntegrationDelivery;
  };
  redriveIntegration: {
    call: {
      params: {
        /** The ID of an integration. */
        id: string;
      };
      body?: {
        /** ISO 8601: events at this time or later. */
        from?: string | undefined;
        /** ISO 8601: events before this time. A bare date includes that UTC day. */
        to?: string | undefined;
      };
    };
    answer: {
      integrationId: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      from: string | null;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      to: string | null;
      status: 'accepted';
    };
  };
  getAnalytics: {
    call: {
      query?: {
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** If `true`, each form has `trend`: its submissions on each day of the period. */
        trend?: boolean | undefined;
        /** If `true`, `totals` has `deliveries`. */
        deliveries?: boolean | undefined;
      };
    };
    answer: Analytics;
  };
  getFormAnalytics: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
      };
    };
    answer: FormAnalytics;
  };
  getTrends: {
    call: {
      query?: {
        /** Only this form. Default: all forms of the environment. */
        form_id?: string | undefined;
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
      };
    };
    answer: Trends;
  };
  getDropoffs: {
    call: {
      query: {
        /** The ID of a form. */
        form_id: string;
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
      };
    };
    answer: Dropoffs;
  };
  getFieldAnalytics: {
    call: {
      query: {
        /** The ID of a form. */
        form_id: string;
        /** Only this current or former field of the form. */
        field_id?: string | undefined;
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
      };
    };
    answer: FieldAnalytics;
  };
  exportFormAnalytics: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** `days`: a row for each day. `fields`: a row for each field, over the whole period. */
        section?: 'days' | 'fields' | undefined;
        /** The number of days. */
        days?: number | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
      };
    };
    answer: string;
  };
  getSummary: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The first day, in the time zone: `2026-01-31`. Default: the day of the first response. */
        from?: string | undefined;
        /** The last day, in the time zone. Default: today. */
        to?: string | undefined;
        /** The IANA time zone of the days, such as `Europe/Berlin`. */
        timezone?: string | undefined;
        /** Only this current or former field of the form. */
        field_id?: string | undefined;
        /** The format of the response. */
        format?: 'json' | 'csv' | undefined;
      };
    };
    answer: Summary;
  };
  createView: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      body: {
        /** The name of the view. Names need not be unique. */
        name: string;
        /** The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns. */
        columns?: string[] | null | undefined;
        /** The filters of the view, with the parameters of `GET /responses`. */
        filters?: {
          /** Only responses of this status. */
          status?: ResponseStatus | undefined;
          /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
          handling?: 'open' | 'in_progress' | 'done' | undefined;
          /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
          assignee?: string | undefined;
          /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
          source?: 'browser' | 'server' | 'import' | undefined;
          /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
          origin?: string | undefined;
          /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
          language?: string | undefined;
          /** With `form_id`: only the responses from this browser, by its `userAgent`. */
          browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
          /** `spam`: responses marked as spam. */
          folder?: 'inbox' | 'spam' | undefined;
          /** ISO 8601 date or date-time: submitted at this time or later. */
          from?: string | undefined;
          /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
          to?: string | undefined;
          /** A text in an answer. */
          q?: string | undefined;
          /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
          answers?: Record<string, string> | undefined;
        } | undefined;
        /** The order of its responses. Default: `desc`, newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: {
      id: string;
      formId: string;
      /** The name of the view. Names need not be unique. */
      name: string;
      /** The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns. */
      columns: string[] | null;
      /** The filters of the view, with the parameters of `GET /responses`. */
      filters: {
        /** Only responses of this status. */
        status?: ResponseStatus | undefined;
        /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
        assignee?: string | undefined;
        /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
        source?: 'browser' | 'server' | 'import' | undefined;
        /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
        origin?: string | undefined;
        /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
        language?: string | undefined;
        /** With `form_id`: only the responses from this browser, by its `userAgent`. */
        browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
        /** `spam`: responses marked as spam. */
        folder?: 'inbox' | 'spam' | undefined;
        /** ISO 8601 date or date-time: submitted at this time or later. */
        from?: string | undefined;
        /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
        to?: string | undefined;
        /** A text in an answer. */
        q?: string | undefined;
        /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
        answers?: Record<string, string> | undefined;
      };
      /** The order of its responses. Default: `desc`, newest first. */
      order: 'desc' | 'asc';
      /** The user, or the secret key, that created it. */
      createdBy: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      createdAt: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      updatedAt: string;
    };
  };
  listViews: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ViewsPage;
  };
  updateView: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
        /** The ID of a view. */
        viewId: string;
      };
      body: {
        /** The name of the view. Names need not be unique. */
        name?: string | undefined;
        /** The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns. */
        columns?: string[] | null | undefined;
        /** The filters of the view, with the parameters of `GET /responses`. */
        filters?: {
          /** Only responses of this status. */
          status?: 'completed' | 'partial' | 'abandoned' | null | undefined;
          /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
          handling?: 'open' | 'in_progress' | 'done' | null | undefined;
          /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
          assignee?: string | null | undefined;
          /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
          source?: 'browser' | 'server' | 'import' | null | undefined;
          /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
          origin?: string | null | undefined;
          /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
          language?: string | null | undefined;
          /** With `form_id`: only the responses from this browser, by its `userAgent`. */
          browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | null | undefined;
          /** `spam`: responses marked as spam. */
          folder?: 'inbox' | 'spam' | null | undefined;
          /** ISO 8601 date or date-time: submitted at this time or later. */
          from?: string | null | undefined;
          /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
          to?: string | null | undefined;
          /** A text in an answer. */
          q?: string | null | undefined;
          /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
          answers?: Record<string, string> | null | undefined;
        } | undefined;
        /** The order of its responses. Default: `desc`, newest first. */
        order?: 'desc' | 'asc' | undefined;
        id?: string | undefined;
        formId?: string | undefined;
        /** The user, or the secret key, that created it. */
        createdBy?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: {
      id: string;
      formId: string;
      /** The name of the view. Names need not be unique. */
      name: string;
      /** The columns of the table in order, by their names in `columns` of `GET /responses`: `submittedAt`, `status`, `answers.email`. `null`: the default columns. */
      columns: string[] | null;
      /** The filters of the view, with the parameters of `GET /responses`. */
      filters: {
        /** Only responses of this status. */
        status?: ResponseStatus | undefined;
        /** With `form_id`: only responses in this state. Responses that nobody has handled are `open`, including those that earlier versions stored. */
        handling?: 'open' | 'in_progress' | 'done' | undefined;
        /** With `form_id`: only the responses of this assignee, by the ID of the user; `none` for those without a current member as assignee. Like a search, this reads each response. */
        assignee?: string | undefined;
        /** With `form_id`: only the responses from this source. Like a search, this reads each response. */
        source?: 'browser' | 'server' | 'import' | undefined;
        /** With `form_id`: only the responses from pages of this origin, such as `https://www.example.com`. */
        origin?: string | undefined;
        /** With `form_id`: only the responses of browsers in this language. `de` finds `de-AT`, too. Responses from before 0.3.0 have none. */
        language?: string | undefined;
        /** With `form_id`: only the responses from this browser, by its `userAgent`. */
        browser?: 'Chrome' | 'Edge' | 'Firefox' | 'Opera' | 'Safari' | 'Samsung Internet' | undefined;
        /** `spam`: responses marked as spam. */
        folder?: 'inbox' | 'spam' | undefined;
        /** ISO 8601 date or date-time: submitted at this time or later. */
        from?: string | undefined;
        /** ISO 8601: submitted before this time; a bare date includes that whole UTC day. */
        to?: string | undefined;
        /** A text in an answer. */
        q?: string | undefined;
        /** Conditions on answers, by their names in the query of `GET /responses`: `topic` to `Sales`, `age][gte` to `18`. */
        answers?: Record<string, string> | undefined;
      };
      /** The order of its responses. Default: `desc`, newest first. */
      order: 'desc' | 'asc';
      /** The user, or the secret key, that created it. */
      createdBy: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      createdAt: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      updatedAt: string;
    };
  };
  deleteView: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
        /** The ID of a view. */
        viewId: string;
      };
    };
    answer: undefined;
  };
  login: {
    call: {
      headers?: {
        /** `1`, required with `cookie: true`. Only a page of this origin can send it. */
        'x-formline-request'?: string | undefined;
      };
      body: {
        /** Case does not matter. */
        email: string;
        /** At most 128 bytes. */
        password: string;
        /** Sends the token in a cookie instead of `token`. */
        cookie?: boolean | undefined;
      };
    };
    answer: {
      /** `ses_…`. Shown only once. */
      token?: string | undefined;
      /** When the session expires: 24 hours after its last use, and at most 7 days after login. */
      expiresAt: string;
      user: User;
    } | {
      /** `lgn_…`. Works for 5 minutes and one session. */
      loginToken: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      expiresAt: string;
    };
  };
  logout: {
    call: {
    };
    answer: undefined;
  };
  getMe: {
    call: {
    };
    answer: Me;
  };
  listSessions: {
    call: {
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: SessionsPage;
  };
  endOtherSessions: {
    call: {
    };
    answer: undefined;
  };
  endSession: {
    call: {
      params: {
        /** The ID of one of your sessions. */
        id: string;
      };
    };
    answer: undefined;
  };
  beginSingleSignOn: {
    call: {
      params: {
        /** The ID of a provider, as configured in the deployment. */
        provider: string;
      };
      query?: {
        /** The dashboard page to show afterwards. Default: `/forms`. */
        next?: string | undefined;
      };
    };
    answer: string;
  };
  completeSingleSignOn: {
    call: {
      params: {
        /** The ID of a provider, as configured in the deployment. */
        provider: string;
      };
    };
    answer: string;
  };
  getSingleSignOn: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
    };
    answer: SingleSignOn;
  };
  updateSingleSignOn: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      body: {
        /** The domains whose addresses may sign in, from `available`. Empty: nobody signs in with a provider. */
        domains?: string[] | undefined;
        /** The role of new members. Without it, only members and invited people can sign in. */
        defaultRole?: 'viewer' | 'editor' | 'admin' | null | undefined;
        /** Whether password sign-ins are refused with `single_sign_on_required`, except for owners. Keys are not affected. */
        required?: boolean | undefined;
        /** The domains that the deployment’s operator has made available to this organization. */
        available?: ({
          domain: string;
          provider: {
            id: string;
            name: string;
          };
        })[] | undefined;
        /** When the organization last changed. */
        updatedAt?: string | undefined;
      };
    };
    answer: SingleSignOn;
  };
  loginWithCode: {
    call: {
      headers?: {
        /** `1`, required with `cookie: true`. Only a page of this origin can send it. */
        'x-formline-request'?: string | undefined;
      };
      body: {
        /** `lgn_…`, valid for 5 minutes. */
        loginToken: string;
        /** Six digits from the app, or a recovery code. Each works once. */
        code: string;
        /** Sends the token in a cookie instead of `token`. */
        cookie?: boolean | undefined;
      };
    };
    answer: {
      /** `ses_…`. Shown only once. */
      token?: string | undefined;
      /** When the session expires: 24 hours after its last use, and at most 7 days after login. */
      expiresAt: string;
      user: User;
    };
  };
  beginTwoFactor: {
    call: {
      body: {
        /** Wrong passwords count as failed logins. */
        currentPassword: string;
      };
    };
    answer: {
      /** Base32, to type into the app. Shown only once. */
      secret: string;
      /** `otpauth://totp/…`, to show as a QR code. */
      url: string;
      /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
      expiresAt: string;
    };
  };
  enableTwoFactor: {
    call: {
      body: {
        /** The six digits that the app shows. */
        code: string;
      };
    };
    answer: {
      /** Ten codes, each for one login without the app. Shown only once. */
      recoveryCodes: string[];
    };
  };
  disableTwoFactor: {
    call: {
      body: {
        /** Wrong passwords count as failed logins. */
        currentPassword: string;
        /** Six digits from the app, or a recovery code. Each works once. */
        code: string;
      };
    };
    answer: undefined;
  };
  renewRecoveryCodes: {
    call: {
      body: {
        /** Wrong passwords count as failed logins. */
        currentPassword: string;
        /** Six digits from the app, or a recovery code. Each works once. */
        code: string;
      };
    };
    answer: {
      /** Ten codes, each for one login without the app. Shown only once. */
      recoveryCodes: string[];
    };
  };
  resetTwoFactor: {
    call: {
      params: {
        /** The ID of a user of the organization. */
        userId: string;
      };
    };
    answer: undefined;
  };
  createApiKey: {
    call: {
      body: {
        /** `publishable` can submit, sign uploads and send events. `secret` can use the full API within its role. */
        type: 'publishable' | 'secret';
        /** What a secret key may do: the same as a member with this role. At most your own role, which is the default. A `viewer` key can only read. */
        role?: Role | undefined;
        /** Default: the environment of the request. */
        environment?: EnvironmentName | undefined;
        /** A name that helps you recognize the key. */
        name: string;
      };
    };
    answer: ApiKeyWithSecret;
  };
  listApiKeys: {
    call: {
      query?: {
        /** The environment for a session. A key may only name its own. */
        environment?: EnvironmentName | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ApiKeysPage;
  };
  rotateApiKey: {
    call: {
      params: {
        /** The ID of an API key. */
        id: string;
      };
      body?: {
        /** How long the old secret keeps working: up to 7 days. Default: one day. */
        graceSeconds?: number | undefined;
      };
    };
    answer: ApiKeyWithSecret;
  };
  deleteApiKey: {
    call: {
      params: {
        /** The ID of an API key. */
        id: string;
      };
    };
    answer: undefined;
  };
  listAuditEvents: {
    call: {
      query?: {
        /** Only this action, such as `form.deleted`. */
        action?: string | undefined;
        /** Only events by this user or key. */
        actor_id?: string | undefined;
        /** Only events about this record. */
        subject_id?: string | undefined;
        /** ISO 8601 date or date-time: at this time or later. */
        from?: string | undefined;
        /** ISO 8601: before this time; a bare date includes that whole UTC day. */
        to?: string | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
        /** With `false`, `total` counts only the items up to the end of the page. This saves counting a long list. */
        total?: boolean | undefined;
      };
    };
    answer: AuditEventsPage;
  };
  createUser: {
    call: {
      body: {
        /** Unique among users. Case does not matter. */
        email: string;
        name?: string | undefined;
        /** At least 8 characters, at most 128 bytes. Never returned. */
        password?: string | undefined;
        role?: Role | undefined;
      };
    };
    answer: User | NewInvitation;
  };
  listUsers: {
    call: {
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
        /** With `false`, `total` counts only the items up to the end of the page. This saves counting a long list. */
        total?: boolean | undefined;
      };
    };
    answer: UsersPage;
  };
  getUser: {
    call: {
      params: {
        /** The ID of a user of the organization. */
        userId: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: User;
  };
  updateUser: {
    call: {
      params: {
        /** The ID of a user of the organization. */
        userId: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** Unique among users. Case does not matter. */
        email?: string | undefined;
        name?: string | null | undefined;
        /** At least 8 characters, at most 128 bytes. Never returned. */
        password?: string | null | undefined;
        /** Required when you change your own `password` or `email`. */
        currentPassword?: string | null | undefined;
        /** Required when you change your own `email` and have two-factor sign-in. */
        code?: string | null | undefined;
        /** A disabled user can’t log in, and their sessions end. */
        status?: 'active' | 'disabled' | undefined;
        id?: string | undefined;
        /** Whether the user has proved the address. False after an admin created the user or set the address or password, until the user follows a link sent to the address or signs in with single sign-on. */
        emailConfirmed?: boolean | undefined;
        /** The new address that the user asked for. It replaces `email` once the user follows the link sent to it. */
        pendingEmail?: string | null | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: User;
  };
  deleteUser: {
    call: {
      params: {
        /** The ID of a user of the organization. */
        userId: string;
      };
    };
    answer: undefined;
  };
  requestAddressConfirmation: {
    call: {
    };
    answer: {
      /** Where the link goes. */
      email: string;
      /** When the link expires: after 24 hours. */
      expiresAt: string;
    };
  };
  cancelAddressChange: {
    call: {
    };
    answer: undefined;
  };
  confirmAddress: {
    call: {
      params: {
        /** The end of the link. */
        token: string;
      };
    };
    answer: User;
  };
  requestPasswordReset: {
    call: {
      body: {
        /** Case does not matter. */
        email: string;
      };
    };
    answer: {
      /** Whether this deployment emails such links. It says nothing about the address. */
      mailed: boolean;
    };
  };
  resetPassword: {
    call: {
      params: {
        /** The end of the link. */
        token: string;
      };
      body: {
        /** At least 8 characters, at most 128 bytes. Never returned. */
        password: string;
      };
    };
    answer: undefined;
  };
  createPasswordReset: {
    call: {
      params: {
        /** The ID of a user of the organization. */
        userId: string;
      };
    };
    answer: {
      /** When the link expires: after 30 minutes. */
      expiresAt: string;
      /** The link to give to the person, which ends with the token. Shown only once. */
      url: string;
    };
  };
  createOrganization: {
    call: {
      body: {
        name: string;
        /** A short name for page addresses. Default: made from the name. It need not be unique. */
        slug?: string | undefined;
      };
    };
    answer: Organization;
  };
  listOrganizations: {
    call: {
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: OrganizationsPage;
  };
  getOrganization: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: Organization;
  };
  updateOrganization: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        name?: string | undefined;
        /** A short name for page addresses. Default: made from the name. It need not be unique. */
        slug?: string | null | undefined;
        /** Whether members need two-factor sign-in. Sessions without it get 403 `two_factor_required`. */
        requireTwoFactor?: boolean | null | undefined;
        id?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        updatedAt?: string | undefined;
      };
    };
    answer: Organization;
  };
  deleteOrganization: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
    };
    answer: undefined;
  };
  removeCreator: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
    };
    answer: undefined;
  };
  addMember: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      body: {
        userId?: string | undefined;
        email?: string | undefined;
        role?: Role | undefined;
      };
    };
    answer: Member | NewInvitation;
  };
  listMembers: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      query?: {
        /** Only people whose name or address contains each word, in any case. A page reads up to 1,000 records, so it may be empty with `hasMore` true: continue with `nextCursor`. `total` counts those found so far. */
        q?: string | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
        /** With `false`, `total` counts only the items up to the end of the page. This saves counting a long list. */
        total?: boolean | undefined;
      };
    };
    answer: MembersPage;
  };
  updateMemberRole: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
        /** The ID of a user who is a member. */
        userId: string;
      };
      body: {
        role?: Role | undefined;
        organizationId?: string | undefined;
        /** `null` for an invited person. */
        userId?: string | null | undefined;
        /** The address of the user or the invited person. */
        email?: string | undefined;
        /** The name of the user. */
        name?: string | null | undefined;
        /** The status of the user. `invited`: not accepted yet. */
        status?: 'active' | 'disabled' | 'invited' | undefined;
        /** ISO 8601, UTC, milliseconds: `2026-01-31T09:30:00.000Z`. */
        createdAt?: string | undefined;
      };
    };
    answer: Member;
  };
  removeMember: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
        /** The ID of a user who is a member. */
        userId: string;
      };
    };
    answer: undefined;
  };
  createInvitation: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      body: {
        email: string;
        role?: Role | undefined;
      };
    };
    answer: NewInvitation;
  };
  listInvitations: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: InvitationsPage;
  };
  deleteInvitation: {
    call: {
      params: {
        /** The ID of an organization. */
        orgId: string;
        /** The ID of an open invitation. */
        invitationId: string;
      };
    };
    answer: undefined;
  };
  getInvitation: {
    call: {
      params: {
        /** The token at the end of the invitation’s link. */
        token: string;
      };
    };
    answer: Invitation;
  };
  acceptInvitation: {
    call: {
      params: {
        /** The token at the end of the invitation’s link. */
        token: string;
      };
      body?: {
        name?: string | undefined;
        /** At least 8 characters, at most 128 bytes. Never returned. */
        password?: string | undefined;
      };
    };
    answer: Member;
  };
  createEnvironment: {
    call: {
      body: {
        name: EnvironmentName;
      };
    };
    answer: Environment;
  };
  listEnvironments: {
    call: {
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: EnvironmentsPage;
  };
  getFormSealing: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
    };
    answer: FormSealing;
  };
  rotateDataKey: {
    call: {
    };
    answer: {
      /** The first key has generation 1. */
      generation: number;
      environmentId: string;
    };
  };
  listConsentTexts: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** Only the text with this hash. */
        text_hash?: string | undefined;
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: ConsentTextsPage;
  };
  getDraftVersion: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      headers?: {
        /** An earlier `ETag`: the response is 304 if the record has not changed. */
        'if-none-match'?: string | undefined;
      };
    };
    answer: DraftVersion;
  };
  updateDraftVersion: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      headers?: {
        /** The `ETag` that you read: the response is 412 if the record has changed since. */
        'if-match'?: string | undefined;
      };
      body: {
        /** Shown to visitors, and used as the name of exports. */
        title?: string | null | undefined;
        /** The questions in order. A live form has at least one. */
        fields?: Field[] | null | undefined;
        /** Field ID to policy. Both encrypt answers with a key of the organization and environment. `encrypted`: editors see the answer, others `••••`. `masked`: everyone sees at most the last four characters, and at most half. Webhooks get neither. Weakening a policy requires the role admin. A change applies to old responses too: at once to what is shown, by a job to what is stored (`GET /forms/{id}/sealing`). */
        fieldPolicies?: Record<string, 'encrypted' | 'masked'> | null | undefined;
        /** How the embed and the hosted page show the form. */
        ui?: {
          theme?: 'auto' | 'light' | 'dark' | null | undefined;
          progress?: 'steps' | 'bar' | 'none' | null | undefined;
          layout?: 'one-by-one' | 'all-at-once' | null | undefined;
          /** Whether the embed sends answers while the visitor fills in the form: never before “send” (`off`, the default), `on`, or once a `consent` of the form is given. `on` and `afterConsent` tell the visitor, and never send answers to fields that are `pii` or have a policy. Forms from before this setting are `on`. Partial submissions that a page sends itself are taken in any case. */
          partialSaves?: 'off' | 'on' | 'afterConsent' | null | undefined;
          /** Offers visitors a link to continue later, for 30 days. It works once: the first person to open it sees the answers so far and continues. */
          saveAndResume?: boolean | null | undefined;
        } | null | undefined;
        /** The brand of the form, in the embed and on the hosted page. `--fl-` properties of the page around an embed win. Low contrast gives `warnings`. */
        theme?: {
          /** The color of buttons, links and selected options: `#00695c`. */
          accent?: string | null | undefined;
          /** A color, with which the form is the same in light and dark; or `transparent`: no card of its own. */
          background?: string | null | undefined;
          /** The text color. Default: black or white, depending on the background. */
          text?: string | null | undefined;
          /** A font family on the visitor’s device. `inherit`: the font of the page around an embed. */
          font?: 'system' | 'humanist' | 'geometric' | 'rounded' | 'serif' | 'slab' | 'mono' | 'inherit' | null | undefined;
          /** The corner radius, in pixels. Default: 8. */
          radius?: number | null | undefined;
          /** The maximum width: 32, 42 or 56 rem, or all available space. Default: `medium`. */
          width?: 'narrow' | 'medium' | 'wide' | 'full' | null | undefined;
          /** The space between questions; `comfortable` by default. */
          density?: 'compact' | 'comfortable' | 'spacious' | null | undefined;
          /** The button that sends the form; default: “Send” in the visitor’s language. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          buttonText?: string | null | undefined;
          /** The logo above the title, at most 64 pixels high. */
          logo?: {
            /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
            image?: string | undefined;
            /** What it shows, for people who can’t see it. */
            alt?: string | null | undefined;
          } | null | undefined;
          /** The band above the form, four times as wide as high. It shows the middle of the image. */
          cover?: {
            /** An image of the form: `POST /forms/{id}/images/{imageId}`. It is shown from `GET /images/{imageId}`. */
            image?: string | undefined;
            /** What it shows, for people who can’t see it. */
            alt?: string | null | undefined;
          } | null | undefined;
        } | null | undefined;
        /** A page before the first question. Without a script it is above the form. */
        welcome?: {
          /** In limited Markdown, like the text of `thankYou`. */
          text?: string | undefined;
          /** The button that begins; default: “Next”. Matches `^[^\p{Cc}\u2028\u2029]*\S[^\p{Cc}\u2028\u2029]*$`. */
          buttonText?: string | null | undefined;
        } | null | undefined;
        /** What the page shows or opens after a submission. */
        thankYou?: {
          /** In limited Markdown: paragraphs, lists, **bold**, *italic*, [links](https://www.example.com). Default: the page’s own text. */
          text?: string | null | undefined;
          /** The http or https address to open instead. */
          redirectUrl?: string | null | undefined;
          /** Field IDs whose answers `redirectUrl` gets as parameters, for example to fill in another form. Fields that are personal, have a policy, or are files are excluded. */
          redirectAnswers?: string[] | null | undefined;
        } | null | undefined;
        /** Ends that replace `thankYou` by answer: the first whose condition is true. */
        endings?: Ending[] | null | undefined;
        /** The message when the form is closed. */
        closedMessage?: string | null | undefined;
        /** The language of the form’s own texts, as a tag of BCP 47: `en`, `de-AT`. Required with `texts`. */
        language?: string | null | undefined;
        /** The form’s texts in other languages, by language tag: `{"de": {"title": "Kontakt", "fields": {"topic": {"label": "Thema", "options": {"Sales": "Vertrieb"}}}}}`. Missing texts are shown in the form’s own language. */
        texts?: Record<string, FormTexts> | null | undefined;
        formId?: string | undefined;
        /** Whether the draft differs from the form. */
        isChanged?: boolean | undefined;
        /** The fields and properties that were changed in the form, too, since they were changed in the draft. The draft’s change stays. */
        conflicts?: string[] | undefined;
        /** When the draft was last saved; `null` without a draft. */
        savedAt?: string | null | undefined;
        /** The user, or the secret key. `null`: not known. */
        savedBy?: string | null | undefined;
      };
    };
    answer: DraftVersion;
  };
  deleteDraftVersion: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
    };
    answer: undefined;
  };
  publishVersion: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      body?: {
        /** The number of a version to restore. Default: the draft is published. */
        version?: number | undefined;
        /** The form’s status after that. Default: `live`. */
        status?: FormStatus | undefined;
      };
    };
    answer: StoredForm;
  };
  listVersions: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
      };
      query?: {
        /** The maximum number of items. */
        limit?: number | undefined;
        /** The number of items to skip. Not together with `cursor`. */
        offset?: number | undefined;
        /** The `nextCursor` of the previous page. Continues where it ended, even if new items arrived. */
        cursor?: string | undefined;
        /** `desc` is newest first. */
        order?: 'desc' | 'asc' | undefined;
      };
    };
    answer: VersionsPage;
  };
  getVersion: {
    call: {
      params: {
        /** The ID of a form. */
        id: string;
        /** The number of a version. */
        number: string;
      };
    };
    answer: Version;
  };
  getHealth: {
    call: {
    };
    answer: Health;
  };
};

export const routes = {
  createForm: 'POST /forms',
  listForms: 'GET /forms',
  getForm: 'GET /forms/{id}',
  updateForm: 'PUT /forms/{id}',
  deleteForm: 'DELETE /forms/{id}',
  getPublicForm: 'GET /forms/{id}/public',
  getChallenge: 'GET /forms/{id}/challenge',
  listArchives: 'GET /forms/{id}/archives',
  deleteArchive: 'DELETE /forms/{id}/archives/{archiveId}',
  importForm: 'POST /forms/import',
  signImage: 'POST /forms/{id}/images',
  keepImage: 'POST /forms/{id}/images/{imageId}',
  getImage: 'GET /images/{imageId}',
  createSubmission: 'POST /v1/forms/{formId}/submissions',
  keepDraft: 'POST /forms/{id}/draft',
  getDraft: 'GET /forms/{id}/draft',
  resumeDraft: 'POST /forms/{id}/draft/resume',
  createEvents: 'POST /forms/{id}/events',
  listResponses: 'GET /responses',
  getResponse: 'GET /responses/{id}',
  updateResponse: 'PUT /responses/{id}',
  deleteResponse: 'DELETE /responses/{id}',
  changeResponses: 'POST /responses/bulk',
  createReply: 'POST /responses/{id}/replies',
  getResponseTimeline: 'GET /responses/{id}/timeline',
  importResponses: 'POST /responses/import',
  signUpload: 'POST /uploads/sign',
  getFile: 'GET /files/{fileId}',
  searchDataSubject: 'POST /data-subjects/search',
  exportDataSubject: 'POST /data-subjects/export',
  eraseDataSubject: 'POST /data-subjects/erase',
  listDataSubjectRequests: 'GET /data-subjects',
  getDataSubjectRequest: 'GET /data-subjects/{id}',
  listDataSubjectHits: 'GET /data-subjects/{id}/hits',
  listDataSubjectFiles: 'GET /data-subjects/{id}/files',
  createExport: 'POST /exports',
  listExports: 'GET /exports',
  getExport: 'GET /exports/{id}',
  deleteExport: 'DELETE /exports/{id}',
  listExportFiles: 'GET /exports/{id}/files',
  createWebhook: 'POST /webhooks',
  listWebhooks: 'GET /webhooks',
  getWebhook: 'GET /webhooks/{id}',
  updateWebhook: 'PUT /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  rotateWebhookSecret: 'POST /webhooks/{id}/rotate-secret',
  testWebhook: 'POST /webhooks/{id}/test',
  listDeliveries: 'GET /webhooks/{id}/deliveries',
  getDelivery: 'GET /webhooks/{id}/deliveries/{deliveryId}',
  retryDelivery: 'POST /webhooks/{id}/deliveries/{deliveryId}/retry',
  redriveWebhook: 'POST /webhooks/{id}/redrive',
  createTemplate: 'POST /templates',
  listTemplates: 'GET /templates',
  getTemplate: 'GET /templates/{id}',
  updateTemplate: 'PUT /templates/{id}',
  deleteTemplate: 'DELETE /templates/{id}',
  createIntegration: 'POST /integrations',
  listIntegrations: 'GET /integrations',
  getIntegration: 'GET /integrations/{id}',
  updateIntegration: 'PUT /integrations/{id}',
  deleteIntegration: 'DELETE /integrations/{id}',
  confirmRecipient: 'POST /integrations/{id}/confirmations',
  testIntegration: 'POST /integrations/{id}/test',
  listIntegrationDeliveries: 'GET /integrations/{id}/deliveries',
  getIntegrationDelivery: 'GET /integrations/{id}/deliveries/{deliveryId}',
  retryIntegrationDelivery: 'POST /integrations/{id}/deliveries/{deliveryId}/retry',
  redriveIntegration: 'POST /integrations/{id}/redrive',
  getAnalytics: 'GET /analytics',
  getFormAnalytics: 'GET /forms/{id}/analytics',
  getTrends: 'GET /analytics/trends',
  getDropoffs: 'GET /analytics/dropoffs',
  getFieldAnalytics: 'GET /analytics/fields',
  exportFormAnalytics: 'GET /forms/{id}/analytics.csv',
  getSummary: 'GET /forms/{id}/summary',
  createView: 'POST /forms/{id}/views',
  listViews: 'GET /forms/{id}/views',
  updateView: 'PUT /forms/{id}/views/{viewId}',
  deleteView: 'DELETE /forms/{id}/views/{viewId}',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  getMe: 'GET /auth/me',
  listSessions: 'GET /auth/sessions',
  endOtherSessions: 'DELETE /auth/sessions',
  endSession: 'DELETE /auth/sessions/{id}',
  beginSingleSignOn: 'GET /auth/oidc/{provider}',
  completeSingleSignOn: 'GET /auth/oidc/{provider}/callback',
  getSingleSignOn: 'GET /organizations/{orgId}/single-sign-on',
  updateSingleSignOn: 'PUT /organizations/{orgId}/single-sign-on',
  loginWithCode: 'POST /auth/login/code',
  beginTwoFactor: 'POST /auth/two-factor',
  enableTwoFactor: 'POST /auth/two-factor/enable',
  disableTwoFactor: 'POST /auth/two-factor/disable',
  renewRecoveryCodes: 'POST /auth/two-factor/recovery-codes',
  resetTwoFactor: 'DELETE /users/{userId}/two-factor',
  createApiKey: 'POST /api-keys',
  listApiKeys: 'GET /api-keys',
  rotateApiKey: 'POST /api-keys/{id}/rotate',
  deleteApiKey: 'DELETE /api-keys/{id}',
  listAuditEvents: 'GET /audit-events',
  createUser: 'POST /users',
  listUsers: 'GET /users',
  getUser: 'GET /users/{userId}',
  updateUser: 'PUT /users/{userId}',
  deleteUser: 'DELETE /users/{userId}',
  requestAddressConfirmation: 'POST /auth/address-confirmations',
  cancelAddressChange: 'DELETE /auth/address-confirmations',
  confirmAddress: 'POST /auth/address-confirmations/{token}',
  requestPasswordReset: 'POST /auth/password-resets',
  resetPassword: 'POST /auth/password-resets/{token}',
  createPasswordReset: 'POST /users/{userId}/password-reset',
  createOrganization: 'POST /organizations',
  listOrganizations: 'GET /organizations',
  getOrganization: 'GET /organizations/{orgId}',
  updateOrganization: 'PUT /organizations/{orgId}',
  deleteOrganization: 'DELETE /organizations/{orgId}',
  removeCreator: 'DELETE /organizations/{orgId}/creator',
  addMember: 'POST /organizations/{orgId}/members',
  listMembers: 'GET /organizations/{orgId}/members',
  updateMemberRole: 'PUT /organizations/{orgId}/members/{userId}/role',
  removeMember: 'DELETE /organizations/{orgId}/members/{userId}',
  createInvitation: 'POST /organizations/{orgId}/invitations',
  listInvitations: 'GET /organizations/{orgId}/invitations',
  deleteInvitation: 'DELETE /organizations/{orgId}/invitations/{invitationId}',
  getInvitation: 'GET /invitations/{token}',
  acceptInvitation: 'POST /invitations/{token}/accept',
  createEnvironment: 'POST /environments',
  listEnvironments: 'GET /environments',
  getFormSealing: 'GET /forms/{id}/sealing',
  rotateDataKey: 'POST /data-keys',
  listConsentTexts: 'GET /forms/{id}/consent-texts',
  getDraftVersion: 'GET /forms/{id}/draft-version',
  updateDraftVersion: 'PUT /forms/{id}/draft-version',
  deleteDraftVersion: 'DELETE /forms/{id}/draft-version',
  publishVersion: 'POST /forms/{id}/versions',
  listVersions: 'GET /forms/{id}/versions',
  getVersion: 'GET /forms/{id}/versions/{number}',
  getHealth: 'GET /health',
} as const satisfies Record<keyof Operations, string>;
