import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

const hook =
  '/powerautomate/automations/direct/workflows/0a1b2c/triggers/manual/paths/invoke?api-version=1&sig=secretWXYZ';

/** Imitates a Teams workflow as documented: it accepts cards of up to 28 KB, and answers before it posts them. */
export async function startTeams() {
  const messages: Json[] = [];
  const server = await httpReceiver(response => {
    const { url = '', body = '' } = server.requests.at(-1) ?? {};
    const refuse = (status: number, code: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { code } }));
    if (url !== hook) return refuse(401, 'DirectApiAuthorizationRequired');
    if (Buffer.byteLength(body) > 28 * 1024) return refuse(413, 'RequestEntityTooLarge');
    const message = JSON.parse(body);
    if (!isMessage(message)) return refuse(400, 'TriggerInputSchemaMismatch');
    messages.push(message);
    return response.writeHead(202).end();
  });
  return { webhookUrl: `http://127.0.0.1:${server.port}${hook}`, messages, close: server.close };
}

const isBlock = ({ type, inlines }: Json): boolean =>
  type === 'RichTextBlock' && inlines.every(({ type, text }: Json) => type === 'TextRun' && typeof text === 'string');

const isMessage = ({ type, attachments }: Json): boolean =>
  type === 'message' &&
  attachments.length === 1 &&
  attachments[0].contentType === 'application/vnd.microsoft.card.adaptive' &&
  attachments[0].content.type === 'AdaptiveCard' &&
  attachments[0].content.body.every(isBlock);
