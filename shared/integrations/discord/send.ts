import { textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';
import { discordMessage } from './message.ts';

/** Posts a message to a webhook: https://discord.com/developers/docs/resources/webhook#execute-webhook */
export async function sendToDiscord({ credential, content, call }: Sending): Promise<number> {
  const { status } = await call({
    service: 'Discord',
    method: 'POST',
    url: credential,
    headers: {},
    body: discordMessage(content),
    explain: body => {
      const message = textAt(body, 'message');
      return message && `Discord: ${message}`;
    },
  });
  return status;
}
