import type { Caller } from '../../domain/accounts/caller.ts';
import { isMemberId } from '../../domain/receivers/email-config.ts';
import type { Integration } from '../../domain/receivers/integration.ts';
import type { Fault } from '../../fault.ts';
import { getMember } from '../accounts/members.ts';
import { getFormOf } from '../forms/forms.ts';

type RecipientSettings = Pick<Integration, 'formId' | 'config'>;

/**
 * Returns the faults of an email integration that only the table shows.
 *
 * @param before the settings so far: former members, and fields that the form had, may stay in the list
 */
export async function faultsOfRecipients(
  caller: Caller,
  integration: RecipientSettings,
  before?: RecipientSettings,
): Promise<Fault[]> {
  const { recipients = [] } = integration.config;
  const unknown = await Promise.all(
    recipients.map(async (recipient, index): Promise<Fault[]> => {
      if (!isMemberId(recipient) || before?.config.recipients?.includes(recipient)) return [];
      if (await getMember(caller.organizationId, recipient)) return [];
      const message = 'is not a member of the organization';
      return [{ field: `config.recipients[${index}]`, rule: 'unknown', message }];
    }),
  );
  return [...unknown.flat(), ...(await faultsOfReplyTo(caller, integration, before))];
}

async function faultsOfReplyTo(
  caller: Caller,
  { formId, config: { replyToField } }: RecipientSettings,
  before?: RecipientSettings,
): Promise<Fault[]> {
  if (replyToField === undefined) return [];
  if (before?.formId === formId && before.config.replyToField === replyToField) return [];
  const fault = (rule: string, message: string): Fault[] => [{ field: 'config.replyToField', rule, message }];
  if (formId === null)
    return fault('notAllowed', 'names a field, and so goes with formId alone; leave it out, or send null');
  const fields = (await getFormOf(caller, formId))?.form.fields ?? [];
  const isEmailField = fields.some(({ id, type }) => id === replyToField && type === 'email');
  return isEmailField ? [] : fault('unknown', 'the form has no field of the type email with this id');
}
