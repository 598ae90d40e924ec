import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import type { Integration } from '../../../../shared/domain/receivers/integration.ts';
import { newId } from '../../../../shared/ids.ts';
import { membersOf } from '../../../../shared/store/accounts/members.ts';
import { faultsOfRecipients } from '../../../../shared/store/receivers/recipient-faults.ts';
import { formWithFields, newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

type Config = Partial<Integration['config']>;
const settings = (config: Config, formId: string | null = null) => ({
  formId,
  config: { includePersonalData: false, ...config },
});

const contact = async (owner = caller) => {
  const fields = [
    { id: 'name', type: 'text' as const, label: 'Name' },
    { id: 'work', type: 'email' as const, label: 'E-mail' },
  ];
  return (await formWithFields(owner, { fields })).form.id;
};

describe('the recipients of an integration', () => {
  it('are members of the organization or addresses, and each other one has a fault at its place', async () => {
    const [member] = await membersOf(caller.organizationId);
    const [stranger] = await membersOf((await newCaller()).organizationId);
    const unknown = newId('user');
    const recipients = [member?.userId ?? '', unknown, 'ada@example.com', stranger?.userId ?? ''];
    const fault = { rule: 'unknown', message: 'is not a member of the organization' };
    expect(await faultsOfRecipients(caller, settings({ recipients }))).toEqual([
      { field: 'config.recipients[1]', ...fault },
      { field: 'config.recipients[3]', ...fault },
    ]);
    const before = settings({ recipients: [unknown] });
    expect(await faultsOfRecipients(caller, settings({ recipients }), before)).toEqual([
      { field: 'config.recipients[3]', ...fault },
    ]);
    expect(await faultsOfRecipients(caller, settings({}), before)).toEqual([]);
  });
});

describe('the field with the address to reply to', () => {
  const unknown = {
    field: 'config.replyToField',
    rule: 'unknown',
    message: 'the form has no field of the type email with this id',
  };

  it('is an e-mail field of the form that the integration is for', async () => {
    const [formId, foreign] = [await contact(), await contact(await newCaller())];
    const faultsOf = (replyToField: string, form: string) =>
      faultsOfRecipients(caller, settings({ replyToField }, form));
    expect(await faultsOf('work', formId)).toEqual([]);
    expect(await faultsOf('name', formId)).toEqual([unknown]);
    expect(await faultsOf('other', formId)).toEqual([unknown]);
    expect(await faultsOf('work', foreign)).toEqual([unknown]);
  });

  it('needs a form', async () => {
    expect(await faultsOfRecipients(caller, settings({ replyToField: 'work' }))).toEqual([
      {
        field: 'config.replyToField',
        rule: 'notAllowed',
        message: 'names a field, and so goes with formId alone; leave it out, or send null',
      },
    ]);
  });

  it('may stay when the form has it no more, unless it or the form is changed', async () => {
    const [formId, otherForm] = [await contact(), await contact()];
    const gone = settings({ replyToField: 'gone' }, formId);
    expect(await faultsOfRecipients(caller, gone, gone)).toEqual([]);
    expect(await faultsOfRecipients(caller, gone, { ...gone, formId: otherForm })).toEqual([unknown]);
    expect(await faultsOfRecipients(caller, gone, settings({ replyToField: 'work' }, formId))).toEqual([unknown]);
  });
});
