import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../shared/domain/accounts/caller.ts';
import { autoresponderId } from '../../../../shared/ids.ts';
import { autoresponderWrite } from '../../../../shared/store/receivers/autoresponders.ts';
import { receiverKey } from '../../../../shared/store/receivers/receiver-item.ts';
import {
  addressOf,
  getReceiver,
  isAutoresponder,
  isIntegration,
  receiverIdsOf,
  receiverKeys,
  receiversIn,
  receiversOf,
  recordOf,
} from '../../../../shared/store/receivers/receivers.ts';
import { getItem, updateItem, writeIfUnchanged } from '../../../../shared/store/table.ts';
import { formWith, newCaller, storedIntegration, storedWebhook } from '../../../support/records/records.ts';
import { useKms } from '../../../support/table/kms.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();
useKms();

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

const slack = () =>
  storedIntegration(caller, 'slack', { webhookUrl: 'https://hooks.slack.com/services/T0/B0/secretsecretsecret' });

/** A form with a webhook of its own and an autoresponder, which is on or off. */
async function replyingForm(enabled = true) {
  const { form } = await formWith(caller, [{ event: 'response.created', url: 'https://hooks.example.com/' }]);
  const replying = { id: form.id, autoresponder: { enabled } as never };
  await writeIfUnchanged([autoresponderWrite(replying, { caller, baseUrl: 'https://forms.example' })]);
  return form.id;
}

describe('the receivers of an owner', () => {
  it('are those of an environment, or a form’s own with its autoresponder', async () => {
    const [webhook, integration, formId] = [await storedWebhook(caller), await slack(), await replyingForm()];
    const ofEnvironment = [integration.integration.id, webhook.webhook.id];
    const { receivers, damaged } = await receiversOf(caller.environmentId);
    expect(receivers.map(receiver => recordOf(receiver).id)).toEqual(ofEnvironment);
    expect(receivers.map(receiver => isIntegration(receiver))).toEqual([true, false]);
    expect(damaged).toEqual([]);
    expect(await receiverIdsOf(caller.environmentId)).toEqual(ofEnvironment);
    const own = await receiverIdsOf(formId);
    expect(own).toEqual([autoresponderId(formId), expect.stringMatching(/^wh_/)]);
    const ofForm = await receiversOf(formId);
    expect(ofForm.receivers.map(receiver => [recordOf(receiver).id, isAutoresponder(receiver)])).toEqual([
      [own[0], true],
      [own[1], false],
    ]);
    expect(await receiversOf('env_unknown')).toEqual({ receivers: [], damaged: [] });
    expect(await receiverIdsOf('env_unknown')).toEqual([]);
  });

  it('are returned beside the key of one that is damaged', async () => {
    const [webhook, integration] = [await storedWebhook(caller), await slack()];
    const key = receiverKey(addressOf(integration));
    await updateItem(key, { set: { config: '{' } });
    const { receivers, damaged } = await receiversOf(caller.environmentId);
    expect(receivers.map(receiver => recordOf(receiver).id)).toEqual([webhook.webhook.id]);
    expect(damaged).toStrictEqual([key]);
    await expect(getReceiver(addressOf(integration))).rejects.toThrow('The config of an integration is damaged');
    expect(await receiverIdsOf(caller.environmentId)).toEqual([integration.integration.id, webhook.webhook.id]);
  });

  it('are read by their addresses, whatever they are', async () => {
    const formId = await replyingForm(false);
    const id = autoresponderId(formId);
    const { organizationId, environmentId } = caller;
    expect(await getReceiver({ owner: formId, receiverId: id })).toEqual({
      autoresponder: { id, formId, active: false },
      owner: formId,
      ...{ organizationId, environmentId, baseUrl: 'https://forms.example' },
      health: { failures: 0, probes: 0, slow: false },
    });
    for (const receiver of [await storedWebhook(caller), await slack()]) {
      expect(await getReceiver(addressOf(receiver))).toEqual(receiver);
    }
    expect(await getReceiver({ owner: formId, receiverId: 'wh_unknown' })).toBeUndefined();
  });

  it('have one key each, however often they are named, and are found by their ids', async () => {
    const [webhook, integration] = [await storedWebhook(caller), await slack()];
    const addresses = [webhook, integration, webhook].map(addressOf);
    const [first, second] = addresses.map(receiverKey);
    expect(receiverKeys(addresses)).toEqual([first, second]);
    const items = (await Promise.all(receiverKeys(addresses).map(key => getItem(key)))).filter(
      item => item !== undefined,
    );
    expect([...receiversIn(items)]).toEqual([
      [webhook.webhook.id, webhook],
      [integration.integration.id, integration],
    ]);
  });
});
