import { textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';
import { teamsMessage } from './message.ts';

/** Posts a card to a workflow. It answers 202 before it posts, so later failures show only in Power Automate. */
export async function sendToTeams({ credential, content, call }: Sending): Promise<number> {
  const { status } = await call({
    service: 'Teams',
    method: 'POST',
    url: credential,
    headers: {},
    body: teamsMessage(content),
    explain: body => {
      const code = textAt(body, 'error', 'code');
      return code && `Teams: ${code}`;
    },
  });
  return status;
}
