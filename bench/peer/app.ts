import { createHash, timingSafeEqual } from 'node:crypto';
import { pipeline } from 'node:stream';
import { stringify } from 'csv-stringify';
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { Pool, type PoolConfig } from 'pg';
import QueryStream from 'pg-query-stream';
import { cursorOf, fields, page, pageQuery, positionOf, submissionBody } from './schema.ts';

const itemsOfPage = 50;

type Submit = { Params: { formId: string }; Body: Readonly<Record<string, unknown>> };
type List = { Params: { formId: string }; Querystring: { cursor?: string; format: 'json' | 'csv' } };
type Row = { id: string; status: string; submitted_at: Date; answers: object; meta: object };

export const newPool = (config: PoolConfig): Pool => new Pool(config);

/**
 * Creates the app that a developer would write in an afternoon for one form: submissions, a list with cursors and a
 * total, CSV, one key, and a log line per request.
 */
export function peerApp(pool: Pool, apiKey: string, { logger = true } = {}): FastifyInstance {
  const app = fastify({ logger });
  const expected = sha256(`Bearer ${apiKey}`);
  app.addHook('onRequest', async ({ headers: { authorization = '' } }, reply) => {
    if (!timingSafeEqual(sha256(authorization), expected)) await reply.code(401).send({ message: 'The key is wrong.' });
  });

  const created = { type: 'object', properties: { id: { type: 'string' }, submittedAt: { type: 'string' } } };
  const submit = { schema: { body: submissionBody, response: { 201: created } } };
  app.post<Submit>('/forms/:formId/submissions', submit, async ({ params, body, headers }, reply) => {
    const { origin, 'user-agent': userAgent } = headers;
    const { rows } = await pool.query<Row>({
      name: 'submit',
      text: 'INSERT INTO responses (form_id, answers, meta) VALUES ($1, $2, $3) RETURNING id, submitted_at',
      values: [params.formId, body, { source: 'browser', origin, userAgent }],
    });
    return reply.code(201).send({ id: rows[0]?.id, submittedAt: rows[0]?.submitted_at.toISOString() });
  });

  const list = { schema: { querystring: pageQuery, response: { 200: page } } };
  app.get<List>('/forms/:formId/responses', list, async ({ params: { formId }, query }, reply) => {
    if (query.format === 'csv') return sendCsv(pool, formId, reply);
    const position = query.cursor === undefined ? newest : positionOf(query.cursor);
    if (!position) return reply.code(400).send({ message: 'This is no cursor.' });
    const [{ rows }, counted] = await Promise.all([
      pool.query<Row>({
        name: 'page',
        text: `SELECT id, status, submitted_at, answers, meta FROM responses
          WHERE form_id = $1 AND (submitted_at, id) < ($2, $3)
          ORDER BY submitted_at DESC, id DESC LIMIT ${itemsOfPage + 1}`,
        values: [formId, position.submittedAt, position.id],
      }),
      pool.query<{ total: number }>({
        name: 'total',
        text: 'SELECT count(*)::int AS total FROM responses WHERE form_id = $1',
        values: [formId],
      }),
    ]);
    const items = rows.slice(0, itemsOfPage).map(({ submitted_at: at, ...row }) => {
      return { ...row, formId, submittedAt: at.toISOString() };
    });
    const last = items.at(-1);
    const nextCursor = last && rows.length > itemsOfPage ? cursorOf(last) : null;
    return { items, total: counted.rows[0]?.total, nextCursor };
  });
  return app;
}

const newest = { submittedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

const own = ['id', 'formId', 'status', 'submittedAt'];
const exported = `
  SELECT id, form_id, status, to_char(submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    ${fields.map(field => `answers->>'${field}'`).join(', ')}
  FROM responses WHERE form_id = $1 ORDER BY submitted_at DESC, id DESC`;

async function sendCsv(pool: Pool, formId: string, reply: FastifyReply): Promise<FastifyReply> {
  const client = await pool.connect();
  const rows = client.query(new QueryStream(exported, [formId], { batchSize: 1000, rowMode: 'array' }));
  const csv = stringify({
    ...{ header: true, columns: [...own, ...fields], record_delimiter: 'windows' },
    // OWASP advises this against formulas.
    escape_formulas: true,
  });
  pipeline(rows, csv, error => client.release(error ?? undefined));
  return reply.type('text/csv; charset=utf-8').send(csv);
}
