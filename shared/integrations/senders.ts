import type { IntegrationType } from '../contracts/receivers/integration-types.ts';
import type { Removal, Sending } from '../outbound/sending.ts';
import { removeFromAirtable, sendToAirtable } from './airtable/send.ts';
import { sendToDiscord } from './discord/send.ts';
import { removeFromSheets, sendToSheets } from './google-sheets/send.ts';
import { removeFromNotion, sendToNotion } from './notion/send.ts';
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

/** Functions that remove the row of an erased response. Services that get messages have none. */
export const removers: Readonly<Partial<Record<IntegrationType, (removal: Removal) => Promise<number>>>> = {
  google_sheets: removeFromSheets,
  notion: removeFromNotion,
  airtable: removeFromAirtable,
};
