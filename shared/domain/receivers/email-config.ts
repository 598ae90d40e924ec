import type { Fault } from '../../fault.ts';
import { isIdOf } from '../../ids.ts';
import { isMailable } from '../mails/mailbox.ts';
import { isTimeZone } from '../time/local-days.ts';
import type { SentConfig, ShownConfig } from './integration.ts';

export type EmailConfig = ShownConfig & Required<Pick<ShownConfig, 'recipients' | 'includeAnswers' | 'digest'>>;

const digestHourUsual = 8;

/** Returns the config of an `email` integration with defaults filled in, or all its faults. */
export function readEmailConfig(sent: SentConfig): { config: EmailConfig } | { faults: Fault[] } {
  const { recipients = [], includePersonalData = false, includeAnswers = false, digest = 'immediately' } = sent;
  const faults = [...recipients.flatMap(faultsOfRecipient), ...faultsOfTwice(recipients), ...faultsOfDigest(sent)];
  if (faults.length > 0) return { faults };
  const { replyToField, digestHour } = sent;
  const timeZone = sent.timeZone ?? (digest === 'daily' ? 'UTC' : undefined);
  return {
    config: {
      ...{ recipients, includePersonalData, includeAnswers, digest },
      ...(replyToField != null && { replyToField }),
      ...(digest === 'daily' && { digestHour: digestHour ?? digestHourUsual }),
      ...(timeZone !== undefined && { timeZone }),
    },
  };
}

/** Whether a recipient is a member, given by ID. Others are addresses. */
export const isMemberId = (recipient: string): boolean => isIdOf('user', recipient);

function faultsOfRecipient(recipient: string, index: number): Fault[] {
  if (isMemberId(recipient) || isMailable(recipient)) return [];
  const message = 'must be the id of a member, usr_…, or an email address such as ops@example.com';
  return [{ field: `config.recipients[${index}]`, rule: 'recipient', message }];
}

function faultsOfTwice(recipients: readonly string[]): Fault[] {
  const names = recipients.map(recipient => recipient.toLowerCase());
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [
          {
            field: `config.recipients[${index}]`,
            rule: 'unique',
            message: 'is listed twice; name each recipient once',
          },
        ],
  );
}

function faultsOfDigest({ digest, digestHour, timeZone, replyToField }: SentConfig): Fault[] {
  const faults: Fault[] = [];
  if (digestHour != null && digest !== 'daily') {
    const message = 'is only used with `digest` `daily`; leave it out, or send null';
    faults.push({ field: 'config.digestHour', rule: 'notAllowed', message });
  }
  if (timeZone != null && !isTimeZone(timeZone)) {
    const message = 'must be the name of a time zone, such as Europe/Berlin';
    faults.push({ field: 'config.timeZone', rule: 'timeZone', message });
  }
  if (replyToField != null && (digest ?? 'immediately') !== 'immediately') {
    const message = 'can’t be used with a digest, which covers many people; leave it out, or send null';
    faults.push({ field: 'config.replyToField', rule: 'notAllowed', message });
  }
  return faults;
}
