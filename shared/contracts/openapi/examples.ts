/** Examples of an operation's body and of its answers, for the OpenAPI description. Body and answers must pass the contract. */
export type Example = {
  readonly body?: unknown;
  readonly response?: unknown;
  /** The answer of another status with a schema of its own. */
  readonly alternative?: unknown;
  /** Examples by media type, if the reply is not JSON of a schema. */
  readonly produced?: Readonly<Record<string, unknown>>;
};

const formId = 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';
const responseId = 'sub_01KAJ6A0PZ5W8T2K4M9R7G3HYC01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

const imageId = 'img_01KAJ5TR8M3Q4XV0Z6N1B7C9DE01KAJ69W2D5F8H0J3M6P9R1T4V';

const newForm = {
  title: 'Contact',
  status: 'live',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true, validate: { maxLength: 100 } },
    { id: 'email', type: 'email', label: 'Email address', required: true, pii: true },
    { id: 'topic', type: 'select', label: 'What is it about?', options: ['Sales', 'Support'] },
    { id: 'message', type: 'textarea', label: 'Message', required: true },
  ],
  allowedOrigins: ['https://www.example.com'],
  privacy: {
    controller: 'Example Ltd, privacy@example.com',
    purpose: 'To answer your message',
    lawfulBasis: 'legitimateInterests',
    url: 'https://www.example.com/privacy',
  },
};

const form = {
  id: formId,
  ...newForm,
  environment: 'production',
  version: 1,
  createdAt: '2026-01-31T09:30:00.000Z',
  updatedAt: '2026-01-31T09:30:00.000Z',
};

const answers = { name: 'Ada', email: 'ada@example.com', topic: 'Support', message: 'It works.' };

const response = {
  id: responseId,
  formId,
  formVersion: 1,
  environment: 'production',
  status: 'completed',
  handling: 'open',
  startedAt: '2026-01-31T09:33:40.127Z',
  submittedAt: '2026-01-31T09:35:12.345Z',
  updatedAt: '2026-01-31T09:35:12.345Z',
  answers,
  notes: [],
  meta: { source: 'browser', origin: 'https://www.example.com' },
};

const draftVersion = {
  formId,
  isChanged: true,
  conflicts: [],
  savedAt: '2026-02-01T08:00:00.000Z',
  savedBy: 'usr_01KAJ5S0T1V2W3X4Y5Z6A7B8C9',
  title: 'Contact us',
  fields: newForm.fields,
};

const version = {
  formId,
  number: 2,
  isCurrent: true,
  createdAt: '2026-02-01T08:05:00.000Z',
  createdBy: draftVersion.savedBy,
  changes: [
    { kind: 'setting', name: 'title', label: null },
    { kind: 'added', name: 'topic', label: 'What is it about?' },
  ],
};

/** What the team does with it is not told to visitors. */
const { handling: _handling, ...submission } = response;

const note = {
  id: 'note_01KAJ7C4D2E8F6G0H1J3K5M7N9',
  body: 'Called back.',
  authorId: 'key_01KAJ5S0T1V2W3X4Y5Z6A7B8C9',
  createdAt: '2026-01-31T10:00:00.000Z',
};

const webhook = {
  id: 'wh_01KAJ8B3C5D7E9F1G2H4J6K8M0',
  formId,
  url: 'https://hooks.example.com/formline',
  events: ['response.created', 'response.updated'],
  partials: false,
  includeAnswers: false,
  active: true,
  environment: 'production',
  disabledReason: null,
  secretLast4: 'x4M=',
  createdAt: '2026-01-31T10:30:00.000Z',
  updatedAt: '2026-01-31T10:30:00.000Z',
};

const dataSubject = {
  id: 'dsr_01KAJ8Z6Q4W2E0R8T6Y4V2M0P8',
  type: 'export',
  state: 'done',
  environment: 'production',
  environments: null,
  subject: { email: 'm***@e***.org' },
  found: 2,
  archived: 1,
  erased: 0,
  views: 0,
  forms: [{ formId, found: 2, archived: 1, erased: 0 }],
  file: { bytes: 2310, files: 1, expiresAt: '2026-02-07T09:31:04.000Z' },
  pending: null,
  disclosedTo: [],
  ...{ hits: null, searchId: null, mentions: [], except: [] },
  reason: null,
  deadline: '2026-03-02T09:30:00.000Z',
  note: 'Case 2026-17',
  createdAt: '2026-01-31T09:30:58.000Z',
  startedAt: '2026-01-31T09:31:00.000Z',
  endedAt: '2026-01-31T09:31:04.000Z',
};

const exported = {
  id: 'exp_01KAJ8Z6Q4W2E0R8T6Y4V2M0P8',
  state: 'running',
  environment: 'production',
  formId: null,
  format: 'parquet',
  rows: 150_000,
  total: 1_204_311,
  files: 3,
  bytes: 18_402_113,
  reason: null,
  createdAt: '2026-01-31T09:30:58.000Z',
  endedAt: null,
  expiresAt: null,
};

const queuedDataSubject = {
  ...dataSubject,
  ...{ type: 'erase', state: 'queued', found: 0, archived: 0, forms: [], file: null, startedAt: null, endedAt: null },
};

const signedUrl = (key: string): string =>
  `https://formline-uploads.s3.us-east-1.amazonaws.com/${key}?X-Amz-Algorithm=AWS4-HMAC-SHA256&…`;

const person = {
  id: 'usr_01KAJ9C4D6E8F0G2H3J5K7M9N1',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  name: 'Ada Lovelace',
  status: 'active',
  createdAt: '2026-01-31T09:00:00.000Z',
  updatedAt: '2026-01-31T09:00:00.000Z',
};

const organization = {
  id: 'org_01KAJ9A2B4C6D8E0F1G3H5J7K9',
  name: 'Example & Sons',
  slug: 'example-sons',
  requireTwoFactor: false,
  createdAt: '2026-01-31T09:00:00.000Z',
  updatedAt: '2026-01-31T09:00:00.000Z',
};

const member = {
  organizationId: organization.id,
  userId: person.id,
  role: 'editor',
  email: person.email,
  name: person.name,
  createdAt: '2026-01-31T09:00:00.000Z',
  status: 'active',
};

const environment = {
  id: 'env_01KAJ9B3C5D7E9F1G2H4J6K8M0',
  name: 'staging',
  organizationId: organization.id,
  createdAt: organization.createdAt,
};

const newSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDoTS3b6lox4M=';

const deliverySummary = {
  id: 'dlv_01KAJ6A0PZ7N3S9D1F5G2H8J4K',
  webhookId: webhook.id,
  status: 'scheduled',
  event: {
    name: 'response.created',
    timestamp: response.submittedAt,
    formId,
    responseId,
    status: 'completed',
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    spanId: '00f067aa0ba902b7',
  },
  attemptCount: 1,
  createdAt: '2026-01-31T09:35:12.700Z',
  nextAttemptAt: '2026-01-31T09:35:18.900Z',
};

const delivery = {
  ...deliverySummary,
  attempts: [
    {
      at: '2026-01-31T09:35:12.710Z',
      status: 502,
      error: 'The receiver answered 502',
      latencyMs: 84,
      body: 'Bad Gateway',
      nextAttemptAt: deliverySummary.nextAttemptAt,
    },
  ],
};

const payload = {
  resource: {
    service: { name: 'formline', version: '0.2.0' },
    form: { id: formId },
    'service.name': 'formline',
    'service.version': '0.2.0',
    'form.id': formId,
  },
  event: {
    name: 'response.created',
    timestamp: response.submittedAt,
    attributes: {
      response: { id: responseId },
      form: { id: formId },
      status: 'completed',
      'response.id': responseId,
      'form.id': formId,
    },
  },
  trace: { trace_id: deliverySummary.event.traceId, span_id: deliverySummary.event.spanId },
};

const newTemplate = {
  name: 'Support request',
  description: 'For the help pages of every product.',
  category: 'support',
  form: { title: 'Ask for help', fields: newForm.fields, ui: { theme: 'auto', layout: 'all-at-once' } },
};

const archive = {
  id: 'arc_01KG8FA4000000000000000000',
  name: '20260131T000214503Z-20260201T000000000Z.jsonl.gz',
  from: '2026-01-31T00:02:14.503Z',
  to: '2026-02-01T00:00:00.000Z',
  count: 412,
  bytes: 61_204,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  url: 'https://uploads.s3.eu-central-1.amazonaws.com/archives/…',
  createdAt: '2026-05-02T00:05:10.000Z',
};

const template = {
  id: 'tpl_01KAJ9D4E6F8G0H2J3K5M7N9P1',
  ...newTemplate,
  isBuiltIn: false,
  createdAt: '2026-01-31T11:00:00.000Z',
  updatedAt: '2026-01-31T11:00:00.000Z',
};

const newView = {
  name: 'Sales this year',
  columns: ['submittedAt', 'status', 'answers.name', 'answers.topic'],
  filters: { status: 'completed', from: '2026-01-01', answers: { topic: 'Sales' } },
  order: 'desc',
};

const view = {
  id: 'view_01KAJ9D4E6F8G0H2J3K5M7N9P2',
  formId,
  ...newView,
  createdBy: 'usr_01KAJ5TR8M3Q4XV0Z6N1B7C9DE',
  createdAt: '2026-01-31T11:00:00.000Z',
  updatedAt: '2026-01-31T11:00:00.000Z',
};

const newIntegration = {
  type: 'slack',
  config: { webhookUrl: 'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX' },
};

const integration = {
  id: 'int_01KAJ9D4E6F8G0H2J4K6M8N0P2',
  type: 'slack',
  formId: null,
  config: { includePersonalData: false, webhookUrlLast4: 'XXXX' },
  active: true,
  disabledReason: null,
  environment: 'production',
  createdAt: '2026-01-31T10:40:00.000Z',
  updatedAt: '2026-01-31T10:40:00.000Z',
};

const { webhookId: _, ...deliverySummaryOfAny } = deliverySummary;
const integrationDeliverySummary = { ...deliverySummaryOfAny, integrationId: integration.id };
const integrationDelivery = {
  ...integrationDeliverySummary,
  attempts: [
    {
      at: '2026-01-31T09:35:12.710Z',
      status: 404,
      error: 'Slack: no_service',
      latencyMs: 84,
      nextAttemptAt: deliverySummary.nextAttemptAt,
    },
  ],
};

const period = { from: '2026-01-30', to: '2026-01-31', days: 2, timezone: 'UTC' };
const counts = { views: 120, starts: 60, submissions: 31, partial: 4, abandoned: 9 };
const totals = { forms: 1, ...counts, submissionsFromBrowsers: 30, spamBlocked: 2 };
const rates = { startRate: 50, completionRate: 50, conversionRate: 25, dropOffRate: 50 };

const fieldMetric = {
  fieldId: 'email',
  label: 'Email address',
  type: 'email',
  reached: 48,
  answered: 36,
  completionRate: 75,
  validationErrors: { total: 6, byRule: { email: 4, required: 2 } },
  errorRate: 12.5,
};

const user = {
  id: 'usr_01KAJ4Z9Y8X7W6V5T4S3R2Q1P0',
  email: 'ada@example.com',
  emailConfirmed: true,
  pendingEmail: null,
  name: null,
  status: 'active',
  createdAt: '2026-01-31T08:00:00.000Z',
  updatedAt: '2026-01-31T08:00:00.000Z',
};

const recoveryCodes = ['k3xq-7d2m-p6ra-vn5t', 'w2hf-q4zc-6yju-b7le'];

const invitation = {
  id: 'inv_01KAJ6C4D2E8F6G0H1J3K5M7N9',
  email: person.email,
  role: 'editor',
  createdAt: '2026-01-31T09:00:00.000Z',
  expiresAt: '2026-02-07T09:00:00.000Z',
  mail: 'sent',
};

const invitationToken = `${invitation.id}01KAJ4Z9Y8M6N4P2Q0R8S6T4V2N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM`;
const newInvitation = { ...invitation, url: `https://api.example.com/invitations/${invitationToken}` };

const apiKey = {
  id: 'key_01KAJ9D4E6F8G0H2J4K6M8N0P2',
  type: 'secret',
  role: 'viewer',
  environment: 'production',
  name: 'Warehouse sync',
  prefix: 'sk_live_',
  lastFour: '3fQ9',
  hosted: false,
  lastUsedAt: '2026-01-31T11:00:00.000Z',
  createdAt: '2026-01-31T10:45:00.000Z',
  rotatedAt: null,
  earlierSecretsUntil: null,
};

const auditEvent = {
  id: 'evt_01KAJ9D4E7R5T3Y1V9W7X5Z3A1',
  action: 'api_key.created',
  subjectId: apiKey.id,
  actor: { kind: 'session', id: user.id, name: user.email },
  environment: 'production',
  sourceIp: '203.0.113.0/24',
  userAgent: 'Firefox on Linux',
  times: 1,
  createdAt: apiKey.createdAt,
};

const listOf = (item: object) => ({ items: [item], total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null });

const singleSignOn = {
  domains: [],
  defaultRole: null,
  required: false,
  available: [{ domain: 'example.com', provider: { id: 'okta', name: 'Okta' } }],
  updatedAt: '2026-01-31T09:00:00.000Z',
};

export const examples: Readonly<Record<string, Example>> = {
  createForm: { body: newForm, response: form },
  listForms: { response: listOf(form) },
  getForm: { response: form },
  getFormSealing: {
    response: {
      formId: form.id,
      status: 'running',
      rewritten: 1200,
      changedAt: '2026-01-31T09:30:00.000Z',
    },
  },
  rotateDataKey: { response: { generation: 2, environmentId: 'env_01KAJ5TR8M3Q4XV0Z6N1B7C9DE' } },
  getPublicForm: {
    response: {
      id: formId,
      title: newForm.title,
      version: 1,
      fields: newForm.fields.map(({ pii: _, ...field }: { pii?: boolean; id: string; type: string }) => field),
    },
  },
  getChallenge: {
    response: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 1000,
        expiresAt: 1_769_853_600,
        keyLength: 32,
        keyPrefix: '5f0c3a91b27de84466c1a9f30e5d7b28',
        keySignature: '9d2b7c1e40f35a86d1c8e6730b9f24a5c3e17d08f6b2945ae0d1738c6f4b2e90',
        nonce: 'c1f0a7e2d9584b36a0e5d27c91f83b64',
        salt: '0b7d5e29f1a64c83b2d70e9f56a1c384',
      },
      signature: 'e7a1c04f9b3d5826710efc94a2b8d635f0c7e1924ab6d38571e09fc2b4a6d813',
    },
  },
  updateForm: {
    body: { title: 'Contact us', allowedOrigins: null },
    response: { ...form, title: 'Contact us', allowedOrigins: undefined, updatedAt: '2026-02-01T08:00:00.000Z' },
  },
  createSubmission: { body: answers, response: submission },
  createEvents: {
    body: { type: 'focus', sessionId: '5d0c8a5e-7a0e-4a39-9d43-2f1c8b0e6a11', fieldId: 'email' },
    response: { accepted: 1 },
  },
  keepDraft: { body: {}, response: { expiresAt: '2026-03-02T09:30:00.000Z' } },
  resumeDraft: { body: { session: '0d9f2a64-3a50-4c9c-9f0e-6a1c3b1f7d21' }, response: { answers, withheld: [] } },
  getDraft: { response: { answers, withheld: [], expiresAt: '2026-03-02T09:30:00.000Z' } },
  listResponses: {
    response: listOf(response),
    produced: {
      'text/csv': `id,formId,status,submittedAt,name\r\n${responseId},${formId},completed,${response.submittedAt},Ada\r\n`,
      'application/jsonl': `${JSON.stringify(response)}\n`,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'PK…',
    },
  },
  getResponse: { response },
  getResponseTimeline: {
    response: {
      items: [
        { type: 'started', at: response.startedAt },
        { type: 'submitted', at: response.submittedAt },
        {
          type: 'delivery',
          at: '2026-01-31T09:35:13.004Z',
          receiver: { kind: 'webhook', id: webhook.id, name: 'hooks.example.com' },
          event: 'response.created',
          deliveryId: 'dlv_01KAJ78A9R6T4Y2V0W8X6Z4B2C',
          state: 'delivered',
          attempts: [{ at: '2026-01-31T09:35:13.004Z', status: 200 }],
        },
        { type: 'changed', at: note.createdAt, actorId: note.authorId, changes: { handling: 'done' } },
      ],
      enabled: [],
      isWhole: true,
    },
  },
  updateResponse: {
    body: { notes: ['Called back.'] },
    response: { ...response, notes: [note], updatedAt: note.createdAt },
  },
  changeResponses: {
    body: { ids: [response.id], handling: 'done', assigneeId: note.authorId },
    response: { results: [{ id: response.id, result: 'changed' }] },
  },
  createReply: {
    body: { subject: 'Your order', body: 'Dear Mary,\n\nwe have sent it today.', memberId: note.authorId },
    response: {
      id: 'rpl_01KAJ7B4D6F8H0J2M4P6R8T0V2',
      responseId: response.id,
      fieldId: 'email',
      memberId: note.authorId,
      subject: 'Your order',
      body: 'Dear Mary,\n\nwe have sent it today.',
      authorId: note.authorId,
      createdAt: note.createdAt,
      state: 'queued',
    },
  },
  signUpload: {
    body: { formId, fieldId: 'cv', fileName: 'Ada.pdf', contentType: 'application/pdf', size: 48_213 },
    response: {
      fileId: 'file_01KAJ69W2D5F8H0J3M6P9R1T4V01KAJ5TR8M3Q4XV0Z6N1B7C9DE',
      uploadUrl: 'https://formline-uploads.s3.us-east-1.amazonaws.com/files/…?X-Amz-Algorithm=AWS4-HMAC-SHA256&…',
      method: 'PUT',
      headers: { 'content-type': 'application/pdf', 'if-none-match': '*' },
      expiresIn: 300,
      maxBytes: 10_485_760,
    },
  },
  signImage: {
    body: { contentType: 'image/png', size: 18_213 },
    response: {
      imageId,
      uploadUrl: 'https://formline-uploads.s3.us-east-1.amazonaws.com/staged/…?X-Amz-Algorithm=AWS4-HMAC-SHA256&…',
      method: 'PUT',
      headers: { 'content-type': 'image/png', 'if-none-match': '*' },
      expiresIn: 300,
      maxBytes: 1_048_576,
    },
  },
  getImage: { produced: { 'image/png': '…', 'image/jpeg': '…', 'image/webp': '…' } },
  keepImage: { response: { id: imageId, contentType: 'image/png', width: 512, height: 128, bytes: 18_213 } },
  exportDataSubject: {
    body: { email: 'mary@example.org', includeMasked: false },
    response: { ...queuedDataSubject, type: 'export' },
  },
  searchDataSubject: {
    body: { email: 'mary@example.org' },
    response: {
      ...queuedDataSubject,
      type: 'search',
      hits: { named: 0, mentioned: 0, notes: 0, recipients: 0, accounts: 0, expiresAt: null },
    },
  },
  eraseDataSubject: {
    body: {
      email: 'mary@example.org',
      note: 'Case 2026-17',
      except: [{ responseId, reason: 'Gave the address as a contact' }],
    },
    response: { ...queuedDataSubject, except: [{ responseId, reason: 'Gave the address as a contact' }] },
  },
  createExport: {
    body: { format: 'parquet' },
    response: { ...exported, state: 'queued', rows: 0, total: null, files: 0, bytes: 0 },
  },
  listExports: { response: listOf(exported) },
  getExport: { response: exported },
  listExportFiles: {
    response: listOf({
      id: 'xpf_01KAJ8Z7A4W2E0R8T6Y4V2M0P8',
      formId,
      name: 'Contact-1.parquet',
      rows: 50_000,
      bytes: 6_134_038,
      url: signedUrl('exports/…/xpf_01KAJ8Z7A4W2E0R8T6Y4V2M0P8.parquet'),
      expiresIn: 300,
    }),
  },
  listDataSubjectRequests: { response: listOf(dataSubject) },
  getDataSubjectRequest: {
    response: {
      ...dataSubject,
      download: { url: signedUrl(`exports/…/${dataSubject.id}.json`), expiresIn: 300 },
      downloads: [
        { format: 'zip', bytes: 53_120, files: 1, url: signedUrl(`exports/…/${dataSubject.id}.zip`), expiresIn: 300 },
        { format: 'json', bytes: 18_204, url: signedUrl(`exports/…/${dataSubject.id}.json`), expiresIn: 300 },
      ],
    },
  },
  listDataSubjectHits: {
    response: listOf({
      ...{ id: responseId, kind: 'named', formId, formTitle: 'Contact', archived: false },
      ...{ fields: [{ id: 'email', label: 'Email address' }], noteIds: [], replyIds: [] },
    }),
  },
  listDataSubjectFiles: {
    response: listOf({
      id: 'file_01KAJ69W2D5F8H0J3M6P9R1T4V01KAJ5TR8M3Q4XV0Z6N1B7C9DE',
      responseId,
      ...{ fieldId: 'cv', name: 'Mary.pdf', contentType: 'application/pdf', size: 48_213 },
      ...{ url: signedUrl('files/…'), expiresIn: 300 },
    }),
  },
  createWebhook: {
    body: { url: webhook.url, events: webhook.events },
    response: { ...webhook, formId: null, secret: newSecret },
  },
  listWebhooks: { response: listOf(webhook) },
  getWebhook: { response: webhook },
  updateWebhook: { body: { events: ['response.created'] }, response: { ...webhook, events: ['response.created'] } },
  rotateWebhookSecret: {
    body: { secret: 'correct horse battery staple' },
    response: { ...webhook, secretLast4: 'aple', secret: 'correct horse battery staple' },
  },
  testWebhook: {
    body: { event: 'response.created' },
    response: { ...delivery, attemptCount: 0, attempts: [] },
  },
  listDeliveries: { response: listOf(deliverySummary) },
  getDelivery: { response: { ...delivery, payload: JSON.stringify(payload) } },
  retryDelivery: { response: delivery },
  redriveWebhook: {
    body: { from: '2026-01-31' },
    response: { webhookId: webhook.id, from: '2026-01-31T00:00:00.000Z', to: null, status: 'accepted' },
  },
  getDraftVersion: { response: draftVersion },
  updateDraftVersion: { body: { title: draftVersion.title }, response: draftVersion },
  publishVersion: { body: { status: 'live' }, response: { ...form, title: draftVersion.title } },
  listVersions: { response: listOf(version) },
  getVersion: { response: { ...version, title: draftVersion.title, fields: newForm.fields } },
  createView: { body: newView, response: view },
  listViews: { response: listOf(view) },
  updateView: { body: { name: 'Sales', filters: { from: null } }, response: { ...view, name: 'Sales' } },
  listArchives: { response: listOf(archive) },
  listConsentTexts: {
    response: listOf({
      textHash: '9f2c1f5e7ab14d0c8e6f3b2a1d0c9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c2d',
      fieldId: 'terms',
      language: 'en',
      text: 'I agree to the [privacy policy](https://www.example.com/privacy).',
      current: true,
    }),
  },
  createTemplate: { body: newTemplate, response: template },
  listTemplates: { response: listOf(template) },
  getTemplate: { response: template },
  updateTemplate: {
    body: { name: 'Help request', category: null },
    response: { ...template, name: 'Help request', category: null, updatedAt: '2026-02-01T08:00:00.000Z' },
  },
  createIntegration: { body: newIntegration, response: integration },
  listIntegrations: { response: listOf(integration) },
  getIntegration: { response: integration },
  updateIntegration: {
    body: { config: { includePersonalData: true } },
    response: { ...integration, config: { ...integration.config, includePersonalData: true } },
  },
  confirmRecipient: {
    body: { address: 'sales@example.com' },
    response: { address: 'sales@example.com', status: 'pending' },
  },
  testIntegration: { response: { ...integrationDelivery, attemptCount: 0, attempts: [] } },
  listIntegrationDeliveries: { response: listOf(integrationDeliverySummary) },
  getIntegrationDelivery: { response: integrationDelivery },
  retryIntegrationDelivery: { response: integrationDelivery },
  redriveIntegration: {
    body: { from: '2026-01-31' },
    response: { integrationId: integration.id, from: '2026-01-31T00:00:00.000Z', to: null, status: 'accepted' },
  },
  getAnalytics: {
    response: {
      environment: 'production',
      period,
      totals,
      rates,
      forms: [{ formId, title: newForm.title, views: 120, submissions: 31, conversionRate: 25 }],
    },
  },
  getFormAnalytics: {
    response: {
      formId,
      environment: 'production',
      period,
      totals,
      rates,
      fields: [fieldMetric],
      dropped: [{ name: 'utm_source', count: 12, lastAt: '2026-01-31T09:30:00.000Z' }],
    },
  },
  getTrends: {
    response: {
      formId,
      period,
      points: [
        { date: '2026-01-30', views: 70, starts: 35, submissions: 20, partial: 1, abandoned: 6 },
        { date: '2026-01-31', views: 50, starts: 25, submissions: 11, partial: 3, abandoned: 3 },
      ],
    },
  },
  getDropoffs: {
    response: {
      formId,
      period,
      starts: 60,
      submissions: 31,
      submissionsFromBrowsers: 30,
      dropOffs: 30,
      dropOffRate: 50,
      fields: [{ fieldId: 'email', label: 'Email address', position: 2, reached: 48, dropOffs: 12, dropOffRate: 25 }],
    },
  },
  getSummary: {
    response: {
      formId,
      period: { from: null, to: null, timezone: 'UTC' },
      responses: 31,
      sampled: 31,
      fields: [
        {
          fieldId: 'topic',
          label: 'Topic',
          type: 'select',
          kind: 'option',
          answered: 30,
          choices: [
            { value: 'Sales', label: 'Sales', count: 18, share: 60, kind: 'option' },
            { value: 'Support', label: 'Support', count: 12, share: 40, kind: 'option' },
          ],
        },
        {
          fieldId: 'message',
          label: 'Message',
          type: 'textarea',
          kind: 'text',
          answered: 1,
          texts: {
            answers: 1,
            latest: [{ responseId, submittedAt: '2026-01-31T09:30:00.000Z', answer: 'Can you call me?' }],
            words: [],
          },
        },
      ],
    },
    produced: {
      'text/csv': 'fieldId,label,type,answered,value,count,share\r\ntopic,Topic,select,30,Sales,18,60\r\n',
    },
  },
  getFieldAnalytics: { response: { formId, period, items: [fieldMetric] } },
  login: {
    body: { email: 'ada@example.com', password: 'correct horse battery staple' },
    response: {
      token: 'ses_N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM',
      expiresAt: '2026-02-01T10:40:00.000Z',
      user,
    },
    alternative: {
      loginToken: 'lgn_N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM',
      expiresAt: '2026-01-31T10:45:00.000Z',
    },
  },
  loginWithCode: {
    body: { loginToken: 'lgn_N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM', code: '492039' },
    response: {
      token: 'ses_N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM',
      expiresAt: '2026-02-01T10:40:00.000Z',
      user,
    },
  },
  beginTwoFactor: {
    body: { currentPassword: 'correct horse battery staple' },
    response: {
      secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
      url: 'otpauth://totp/Formline:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Formline&algorithm=SHA1&digits=6&period=30',
      expiresAt: '2026-01-31T10:55:00.000Z',
    },
  },
  enableTwoFactor: { body: { code: '492039' }, response: { recoveryCodes } },
  disableTwoFactor: { body: { currentPassword: 'correct horse battery staple', code: '492039' } },
  renewRecoveryCodes: {
    body: { currentPassword: 'correct horse battery staple', code: '492039' },
    response: { recoveryCodes },
  },
  listSessions: {
    response: {
      items: [
        {
          id: 'sess_01KAJ9T3V5X7Z9B1D3F5H7K9M1',
          current: true,
          createdAt: '2026-01-31T10:40:00.000Z',
          lastUsedAt: '2026-01-31T10:40:00.000Z',
          expiresAt: '2026-02-01T10:40:00.000Z',
          network: '203.0.113.0/24',
          client: 'Firefox on Linux',
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
      hasMore: false,
      nextCursor: null,
    },
  },
  getMe: {
    response: {
      user,
      memberships: [
        {
          organizationId: 'org_01KAJ4Z9Y8M6N4P2Q0R8S6T4V2',
          name: 'Example',
          role: 'owner',
          createdAt: '2026-01-31T08:00:00.000Z',
          requires: null,
        },
      ],
      twoFactor: { enabledAt: null, recoveryCodesLeft: 0 },
      session: { expiresAt: '2026-02-01T10:40:00.000Z' },
    },
  },
  createApiKey: {
    body: { type: 'secret', environment: 'production', name: 'Warehouse sync' },
    response: { ...apiKey, lastUsedAt: null, key: 'sk_live_7Hq2Lw9XcVb4Nm1Rt6Yp3Zs8Kd5Gf0Aj0GO3fQ9' },
  },
  listApiKeys: { response: listOf(apiKey) },
  rotateApiKey: {
    body: { graceSeconds: 3600 },
    response: {
      ...apiKey,
      lastFour: 'T8bW',
      hosted: false,
      lastUsedAt: null,
      rotatedAt: '2026-02-01T09:00:00.000Z',
      earlierSecretsUntil: '2026-02-01T10:00:00.000Z',
      key: 'sk_live_Qm4Vx8Zb2Nc6Lk0Jh5Gd9Sa3Pw7Ro1Te1CXT8bW',
    },
  },
  listAuditEvents: { response: listOf(auditEvent) },
  createUser: {
    body: { email: person.email, name: person.name, password: 'correct horse battery staple', role: 'editor' },
    response: person,
    alternative: newInvitation,
  },
  listUsers: { response: listOf(person) },
  getUser: { response: person },
  updateUser: { body: { name: 'Ada King' }, response: { ...person, name: 'Ada King' } },
  createOrganization: { body: { name: organization.name }, response: organization },
  listOrganizations: { response: listOf(organization) },
  getOrganization: { response: organization },
  updateOrganization: { body: { slug: 'sons' }, response: { ...organization, slug: 'sons' } },
  getSingleSignOn: { response: singleSignOn },
  updateSingleSignOn: {
    body: { domains: ['example.com'], defaultRole: 'viewer' },
    response: { ...singleSignOn, domains: ['example.com'], defaultRole: 'viewer' },
  },
  addMember: {
    body: { email: person.email, role: 'editor' },
    response: member,
    alternative: newInvitation,
  },
  createInvitation: {
    body: { email: invitation.email, role: 'editor' },
    response: newInvitation,
  },
  listInvitations: { response: listOf(invitation) },
  getInvitation: {
    response: {
      organization: { name: organization.name },
      ...{ email: invitation.email, role: invitation.role, expiresAt: invitation.expiresAt },
    },
  },
  acceptInvitation: {
    body: { name: person.name, password: 'correct horse battery staple' },
    response: member,
  },
  requestAddressConfirmation: { response: { email: 'ada@new.example.com', expiresAt: '2026-02-01T09:00:00.000Z' } },
  confirmAddress: { response: { ...person, email: 'ada@new.example.com' } },
  requestPasswordReset: { body: { email: person.email }, response: { mailed: true } },
  resetPassword: { body: { password: 'another horse battery staple' } },
  createPasswordReset: {
    response: {
      expiresAt: '2026-01-31T09:30:00.000Z',
      url: 'https://api.example.com/auth/password-resets/rst_N2dkX0ZrU3pQbThRd1J0WXVJb1Bhc2RGZ2hKa2x6eGM',
    },
  },
  listMembers: { response: listOf({ ...member, mailStopped: null }) },
  updateMemberRole: { body: { role: 'admin' }, response: { ...member, role: 'admin' } },
  createEnvironment: { body: { name: 'staging' }, response: environment },
  listEnvironments: { response: listOf(environment) },
  importForm: {
    body: {
      format: 'jsonschema',
      source: {
        title: 'Contact',
        properties: { name: { type: 'string' }, address: { type: 'object' } },
        required: ['name'],
      },
    },
    response: {
      form: {
        ...form,
        title: 'Contact',
        status: 'draft',
        fields: [{ id: 'name', type: 'text', label: 'name', required: true }],
      },
      warnings: [
        {
          path: 'properties.address',
          message: 'objects, and lists of anything but choices, have no counterpart, and were left out',
        },
      ],
    },
  },
  getOpenApi: { response: { openapi: '3.1.0', info: { title: 'Formline', version: '0.2.0' }, paths: {} } },
  importResponses: {
    body: {
      formId,
      csv: 'name,email,message,submittedAt\nAda,ada@example.com,Hi,2025-11-30T18:20:00Z\nGrace,grace,Hi,2025-12-01',
    },
    response: {
      ...{ dryRun: false, rows: 2, imported: 1, existing: [] },
      refused: [{ line: 3, details: [{ field: 'email', rule: 'email', message: 'Must be an email address' }] }],
      warnings: [],
    },
  },
  getHealth: { response: { status: 'ok', version: '0.2.0', revision: '1a2b3c4d5e6f' } },
  exportFormAnalytics: {
    produced: {
      'text/csv':
        'date,views,starts,submissions,partial,abandoned,startRate,completionRate,conversionRate,dropOffRate\r\n2026-01-31,50,25,11,3,3,50,44,22,56\r\n',
    },
  },
  getEmbedFile: { produced: { 'application/json': '{"send":"Send"}' } },
  submitHostedPage: { produced: { 'application/json': JSON.stringify(response) } },
};
