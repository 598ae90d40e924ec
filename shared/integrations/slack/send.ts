import type { Sending } from '../../outbound/sending.ts';
import { slackMessage } from './message.ts';

/** Posts a message to an incoming webhook: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export async function sendToSlack({ credential, content, call }: Sending): Promise<number> {
  const { status } = await call({
    service: 'Slack',
    method: 'POST',
    url: credential,
    headers: {},
    body: slackMessage(content),
    // Slack answers with a word: no_service, invalid_token. Any other text stays out of the log.
    explain: body => (typeof body === 'string' && /^[a-z_]{1,60}$/.test(body) ? `Slack: ${body}` : undefined),
  });
  return status;
}
