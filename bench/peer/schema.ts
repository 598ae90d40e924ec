/** The form of eight-field-form.ts as a schema for Fastify. */
export const submissionBody = {
  type: 'object',
  required: ['name', 'email', 'topic', 'message'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    email: { type: 'string', format: 'email' },
    phone: { type: 'string', pattern: '^\\+?[0-9 ()-]{5,20}$' },
    company: { type: 'string' },
    employees: { type: 'number', minimum: 1 },
    topic: { enum: ['Sales', 'Support', 'Partnership'] },
    preferredDate: { type: 'string', format: 'date' },
    message: { type: 'string', minLength: 1 },
  },
} as const;

export const fields = Object.keys(submissionBody.properties) as (keyof typeof submissionBody.properties)[];

const response = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    formId: { type: 'string' },
    status: { type: 'string' },
    submittedAt: { type: 'string' },
    answers: { type: 'object', additionalProperties: true },
    meta: { type: 'object', additionalProperties: true },
  },
} as const;

export const page = {
  type: 'object',
  properties: {
    items: { type: 'array', items: response },
    total: { type: 'integer' },
    nextCursor: { type: ['string', 'null'] },
  },
} as const;

export const pageQuery = {
  type: 'object',
  properties: { cursor: { type: 'string' }, format: { enum: ['json', 'csv'], default: 'json' } },
} as const;

/** The table. `timestamptz(3)` has milliseconds, like JavaScript's dates in a cursor. */
export const tables = `
  CREATE TABLE responses (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    form_id text NOT NULL,
    status text NOT NULL DEFAULT 'completed',
    submitted_at timestamptz(3) NOT NULL DEFAULT now(),
    answers jsonb NOT NULL,
    meta jsonb NOT NULL
  );
  CREATE INDEX responses_by_time ON responses (form_id, submitted_at DESC, id DESC);
`;

export type Position = { readonly submittedAt: string; readonly id: string };

export const cursorOf = ({ submittedAt, id }: Position): string =>
  Buffer.from(`${submittedAt} ${id}`).toString('base64url');

const cursorPattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Returns the position in a cursor, or undefined if it isn't one. */
export function positionOf(cursor: string): Position | undefined {
  const [, submittedAt, id] = cursorPattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  return submittedAt !== undefined && id !== undefined ? { submittedAt, id } : undefined;
}
