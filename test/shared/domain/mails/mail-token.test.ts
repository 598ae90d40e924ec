import { describe, expect, it } from '@jest/globals';
import { type MailLink, mailLinkOf, mailToken, newMailSecret } from '../../../../shared/domain/mails/mail-token.ts';
import { newId } from '../../../../shared/ids.ts';

const organizationId = newId('organization');
const sha256 = 'a'.repeat(64);
const links: MailLink[] = [
  { act: 'confirm', organizationId, sha256, secret: newMailSecret() },
  { act: 'unsubscribe', organizationId, sha256, secret: newMailSecret() },
  { act: 'optOut', sha256, secret: newMailSecret() },
];

describe('the token of a mail', () => {
  it.each(links)('says what its link does, and to whom: $act', link => {
    expect(mailLinkOf(mailToken(link))).toEqual(link);
  });

  it.each(links)('is none with anything before, behind or missing: $act', link => {
    const token = mailToken(link);
    for (const text of [`x${token}`, `${token}x`, token.slice(1), token.slice(0, -1), `${token}\n`, '']) {
      expect(mailLinkOf(text)).toBeUndefined();
    }
  });
});
