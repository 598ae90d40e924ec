import type { Recipient } from '../../domain/exports/person-file.ts';
import { isMemberId } from '../../domain/receivers/email-config.ts';
import { spansOfEvents } from '../../domain/receivers/response-timeline.ts';
import type { Response } from '../../domain/responses/response.ts';
import { firstSaveOf } from '../../ids.ts';
import { deliveriesOfResponse } from '../../store/receivers/deliveries-of-response.ts';
import { isIntegration, type Receiver, recordOf } from '../../store/receivers/receivers.ts';
import { readHistory } from '../../store/responses/history.ts';
import { deliveriesKeptMs } from './traces.ts';

const noHistory = { events: [] };

/** Returns who got the answers of a response, by the deliveries that are still stored, oldest first. */
export async function recipientsOf(receivers: readonly Receiver[], response: Response): Promise<Recipient[]> {
  const since = Date.now() - deliveriesKeptMs;
  if (receivers.length === 0 || Date.parse(response.updatedAt) < since) return [];
  // Changes by the team are newer than the submission.
  const { events } = response.updatedAt === response.submittedAt ? noHistory : await readHistory(response.id);
  const { spans } = spansOfEvents(response, firstSaveOf(response.id), events);
  const recent = spans.filter(({ to }) => to >= since);
  const { deliveries } = await deliveriesOfResponse(receivers, response.id, recent);
  const addresses = new Map(receivers.map(receiver => [recordOf(receiver).id, addressesOf(receiver)]));
  return deliveries
    .filter(({ delivery }) => delivery.status === 'succeeded')
    .map(({ delivery: { attempts, createdAt, event }, receiver: { kind, id, name } }) => {
      const mailed = addresses.get(id) ?? [];
      const at = attempts.at(-1)?.at ?? createdAt;
      return { kind, id, name, ...(mailed.length > 0 && { addresses: mailed }), event: event.name, at };
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** Returns the addresses that an integration sends to. Members belong to the organization, so they are left out. */
function addressesOf(receiver: Receiver): string[] {
  if (!isIntegration(receiver)) return [];
  return (receiver.integration.config.recipients ?? []).filter(recipient => !isMemberId(recipient));
}
