/** One example of an operation's body and of its answer, for the OpenAPI description. Both must pass the contract. */
export type Example = { readonly body?: unknown; readonly response?: unknown };

const formId = 'form_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';
const responseId = 'sub_01KAJ6A0PZ5W8T2K4M9R7G3HYC01KAJ5TR8M3Q4XV0Z6N1B7C9DE';

const newForm = {
  title: 'Contact',
  status: 'live',
  fields: [
    { id: 'name', type: 'text', label: 'Your name', required: true, validate: { maxLength: 100 } },
    { id: 'email', type: 'email', label: 'E-mail address', required: true, pii: true },
    { id: 'topic', type: 'select', label: 'What is it about?', options: ['Sales', 'Support'] },
    { id: 'message', type: 'textarea', label: 'Message', required: true },
  ],
  allowedOrigins: ['https://www.example.com'],
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
  submittedAt: '2026-01-31T09:35:12.345Z',
  updatedAt: '2026-01-31T09:35:12.345Z',
  answers,
  notes: [],
  meta: { source: 'browser', origin: 'https://www.example.com' },
};

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
  active: true,
  environment: 'production',
  disabledReason: null,
  secretLast4: 'x4M=',
  createdAt: '2026-01-31T10:30:00.000Z',
  updatedAt: '2026-01-31T10:30:00.000Z',
};

const person = {
  id: 'usr_01KAJ9C4D6E8F0G2H3J5K7M9N1',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  status: 'active',
  createdAt: '2026-01-31T09:00:00.000Z',
  updatedAt: '2026-01-31T09:00:00.000Z',
};

const organization = {
  id: 'org_01KAJ9A2B4C6D8E0F1G3H5J7K9',
  name: 'Example & Sons',
  slug: 'example-sons',
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

const listOf = (item: object) => ({ items: [item], total: 1, limit: 50, offset: 0, hasMore: false, nextCursor: null });

export const examples: Readonly<Record<string, Example>> = {
  createForm: { body: newForm, response: form },
  listForms: { response: listOf(form) },
  getForm: { response: form },
  getPublicForm: {
    response: {
      id: formId,
      title: newForm.title,
      version: 1,
      fields: newForm.fields.map(({ pii: _, ...field }: { pii?: boolean; id: string; type: string }) => field),
    },
  },
  updateForm: {
    body: { title: 'Contact us', allowedOrigins: null },
    response: { ...form, title: 'Contact us', allowedOrigins: undefined, updatedAt: '2026-02-01T08:00:00.000Z' },
  },
  createSubmission: { body: answers, response },
  listResponses: { response: listOf(response) },
  getResponse: { response },
  updateResponse: {
    body: { notes: ['Called back.'] },
    response: { ...response, notes: [note], updatedAt: note.createdAt },
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
  getDelivery: { response: delivery },
  retryDelivery: { response: delivery },
  redriveWebhook: {
    body: { from: '2026-01-31' },
    response: { webhookId: webhook.id, from: '2026-01-31T00:00:00.000Z', to: null, status: 'accepted' },
  },
  createUser: {
    body: { email: person.email, name: person.name, password: 'correct horse battery staple', role: 'editor' },
    response: person,
  },
  listUsers: { response: listOf(person) },
  getUser: { response: person },
  updateUser: { body: { name: 'Ada King' }, response: { ...person, name: 'Ada King' } },
  createOrganization: { body: { name: organization.name }, response: organization },
  listOrganizations: { response: listOf(organization) },
  getOrganization: { response: organization },
  updateOrganization: { body: { slug: 'sons' }, response: { ...organization, slug: 'sons' } },
  addMember: { body: { email: person.email, role: 'editor' }, response: member },
  listMembers: { response: listOf(member) },
  updateMemberRole: { body: { role: 'admin' }, response: { ...member, role: 'admin' } },
  createEnvironment: { body: { name: 'staging' }, response: environment },
  listEnvironments: { response: listOf(environment) },
};
