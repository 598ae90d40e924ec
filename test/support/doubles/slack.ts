import { httpReceiver } from '../../shared/outbound/receivers.ts';
import type { Json } from '../cloud/http.ts';

/** Slack's answer to a post: `ok`, or a status and an error word. */
type SlackAnswer = { status: number; word: string; retryAfter?: string };

/**
 * Imitates Slack's incoming webhooks as documented. A hook has one path; any other is `no_service`. It checks a payload
 * against the limits of Block Kit and answers in plain text.
 */
export async function startSlack() {
  const messages: Json[] = [];
  const answers: SlackAnswer[] = [];
  const hook = '/services/T0001/B0001/abcdefghijklmnopWXYZ';
  const server = await httpReceiver(response => {
    const request = server.requests.at(-1);
    const planned = answers.shift();
    const { status, word, retryAfter } = planned ?? judged(request?.url ?? '', request?.body ?? '');
    if (status === 200) messages.push(JSON.parse(request?.body ?? ''));
    const headers = { 'content-type': 'text/html', ...(retryAfter && { 'retry-after': retryAfter }) };
    response.writeHead(status, headers).end(word);
  });

  function judged(path: string, body: string): SlackAnswer {
    if (path !== hook) return { status: 404, word: 'no_service' };
    try {
      return isMessage(JSON.parse(body)) ? { status: 200, word: 'ok' } : { status: 400, word: 'invalid_blocks' };
    } catch {
      return { status: 400, word: 'invalid_payload' };
    }
  }

  return {
    webhookUrl: `http://127.0.0.1:${server.port}${hook}`,
    messages,
    requests: server.requests,
    /** Sets the next answers, each used once. */
    answerNext: (...next: SlackAnswer[]) => void answers.push(...next),
    close: server.close,
  };
}

const isText = (text: Json, max: number): boolean =>
  ['plain_text', 'mrkdwn'].includes(text?.type) && text.text.length > 0 && text.text.length <= max;

function isBlock(block: Json): boolean {
  if (block.type === 'header') return block.text.type === 'plain_text' && isText(block.text, 150);
  if (block.type === 'section') return isText(block.text, 3000);
  if (block.type === 'context')
    return block.elements.length <= 10 && block.elements.every((each: Json) => isText(each, 3000));
  return false;
}

/** Whether a message is within the limits: https://docs.slack.dev/reference/block-kit/blocks */
const isMessage = ({ text, blocks }: Json): boolean =>
  typeof text === 'string' && text !== '' && text.length <= 40_000 && blocks.length <= 50 && blocks.every(isBlock);
