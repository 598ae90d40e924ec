import { describe, expect, it } from '@jest/globals';
import { mailToken } from '../../../../shared/domain/mails/mail-token.ts';
import { addressSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';
import { followedLink } from '../../../../shared/http/pages/mail-link.ts';
import { newId } from '../../../../shared/ids.ts';
import { reserveReply } from '../../../../shared/store/mails/mailboxes.ts';
import { nameAddresses, newConfirmation } from '../../../../shared/store/receivers/recipient-links.ts';
import { writeIfUnchanged } from '../../../../shared/store/table.ts';
import { newCaller } from '../../../support/records/records.ts';
import { useTable } from '../../../support/table/table.ts';

useTable();

const from = { sourceIp: '192.0.2.1', userAgent: 'test' };
const otherSecret = 'x'.repeat(32);
const reply = () => ({ formId: newId('form'), responseId: 'one' });

describe('the link of a mail', () => {
  it('ends the replies to a mailbox, and works only with its secret', async () => {
    const mailbox = await reserveReply('ada@example.com', reply(), Date.now());
    if (!mailbox) throw new Error('No reply may be sent');
    const link = { act: 'optOut' as const, ...mailbox };
    expect(await followedLink(mailToken({ ...link, secret: otherSecret }))).toBeUndefined();
    const followed = await followedLink(mailToken(link));
    expect(followed).toMatchObject({ link, address: '' });
    expect(await followed?.follow(from)).toBe(true);
    expect(await reserveReply('ada@example.com', reply(), Date.now())).toBeUndefined();
  });

  it('confirms an address, which it tells, and works only with its secret', async () => {
    const { organizationId } = await newCaller();
    const [address, sha256] = ['grace@example.com', addressSha256('grace@example.com')];
    const style = { language: 'en', baseUrl: 'https://forms.example' } as const;
    await writeIfUnchanged(await nameAddresses(organizationId, [address], style));
    const token = await newConfirmation(organizationId, sha256);
    const link = { act: 'confirm' as const, organizationId, sha256 };
    expect(await followedLink(mailToken({ ...link, secret: otherSecret }))).toBeUndefined();
    const followed = await followedLink(token);
    expect(followed).toMatchObject({ link, address });
    expect(await followed?.follow(from)).toBe(true);
  });

  it('is none of another text', async () => {
    expect(await followedLink('cfm_')).toBeUndefined();
  });
});
