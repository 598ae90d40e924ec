import { describe, expect, it } from '@jest/globals';
import { encodedWords, mailboxHeader, parseMailbox } from '../../../../shared/domain/mail/mailbox.ts';

describe('a mailbox', () => {
  it.each([
    ['forms@acme.example', { address: 'forms@acme.example' }],
    ['Acme Forms <forms@acme.example>', { name: 'Acme Forms', address: 'forms@acme.example' }],
    ['Bär, Inc. <forms@acme.example>', { name: 'Bär, Inc.', address: 'forms@acme.example' }],
  ])('is read from %j', (text, mailbox) => expect(parseMailbox(text)).toEqual(mailbox));

  it.each([
    '',
    'forms',
    'forms@localhost',
    'Acme <forms>',
    'Acme forms@acme.example',
    'Acme <a@acme.example> b@acme.example',
    'A\nBcc: x <forms@acme.example>',
    '"A" <forms@acme.example>',
    'ä@acme.example',
    `${'n'.repeat(61)} <forms@acme.example>`,
    `${'l'.repeat(65)}@acme.example`,
  ])('is not read from %j', text => expect(parseMailbox(text)).toBeUndefined());

  it('has a header in ASCII, its name encoded where it has to be', () => {
    const address = 'forms@acme.example';
    expect(mailboxHeader({ address })).toBe(address);
    expect(mailboxHeader({ name: 'Acme Forms', address })).toBe('Acme Forms <forms@acme.example>');
    // A comma would begin another address.
    expect(mailboxHeader({ name: 'Acme, Inc', address })).toBe('=?UTF-8?B?QWNtZSwgSW5j?= <forms@acme.example>');
  });

  it('encodes long names in words of at most 75 characters, each whole', () => {
    const words = encodedWords('🎉'.repeat(30)).split(' ');
    expect(words.map(word => word.length <= 75)).toEqual([true, true, true]);
    const decoded = words.map(word => Buffer.from(word.slice(10, -2), 'base64').toString());
    expect(decoded.join('')).toBe('🎉'.repeat(30));
    expect(decoded.join('')).not.toContain('�');
  });
});
