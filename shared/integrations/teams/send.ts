import { textAt } from '../../outbound/call-service.ts';
import type { Sending } from '../../outbound/sending.ts';
import { teamsMessage } from './message.ts';

/** Posts a card to a workflow, which answers 202 before it has posted: what fails there shows in Power Automate alone. */
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
