import type { IntegrationType } from '../contracts/receivers/integration-types.ts';
import type { Sending } from '../outbound/sending.ts';
import { sendToAirtable } from './airtable/send.ts';
import { sendToDiscord } from './discord/send.ts';
import { sendToSheets } from './google-sheets/send.ts';
import { sendToNotion } from './notion/send.ts';
import { sendToSlack } from './slack/send.ts';
import { sendToTeams } from './teams/send.ts';

/**
 * Functions that send a response to a service, and resolve to the status of the successful reply. Email is sent
 * separately.
 */
export const senders: Readonly<Record<Exclude<IntegrationType, 'email'>, (sending: Sending) => Promise<number>>> = {
  slack: sendToSlack,
  discord: sendToDiscord,
  teams: sendToTeams,
  google_sheets: sendToSheets,
  notion: sendToNotion,
  airtable: sendToAirtable,
};
