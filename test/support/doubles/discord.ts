import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

const hook = '/api/webhooks/1234567890123456789/abcdefghijklmnopqrstuvwxyz-WXYZ';

/** Imitates Discord's webhooks as documented: refuses unknown paths, and messages beyond the limits of embeds. */
export async function startDiscord() {
  const messages: Json[] = [];
  const server = await httpReceiver(response => {
    const { url = '', body = '' } = server.requests.at(-1) ?? {};
    const refuse = (status: number, message: string, code: number) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message, code }));
    if (url !== hook) return refuse(404, 'Unknown Webhook', 10015);
    const message = JSON.parse(body);
    if (!isMessage(message)) return refuse(400, 'Invalid Form Body', 50035);
    messages.push(message);
    return response.writeHead(204).end();
  });
  return { webhookUrl: `http://127.0.0.1:${server.port}${hook}`, messages, close: server.close };
}

const isText = (text: Json, max: number): boolean =>
  typeof text === 'string' && text.trim() !== '' && text.length <= max;

/**
 * Whether an embed is within the limits:
 * https://discord.com/developers/docs/resources/message#embed-object-embed-limits
 */
function isEmbed({ title, fields, footer, timestamp }: Json): boolean {
  return (
    isText(title, 256) &&
    fields.length <= 25 &&
    fields.every(({ name, value }: Json) => isText(name, 256) && isText(value, 1024)) &&
    isText(footer.text, 2048) &&
    !Number.isNaN(Date.parse(timestamp)) &&
    [title, footer.text, ...fields.flatMap(({ name, value }: Json) => [name, value])].join('').length <= 6000
  );
}

const isMessage = ({ embeds }: Json): boolean => embeds.length <= 10 && embeds.every(isEmbed);
