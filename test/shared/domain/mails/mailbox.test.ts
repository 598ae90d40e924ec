import { describe, expect, it } from '@jest/globals';
import { domainOf, encodedWords, mailboxHeader, parseMailbox } from '../../../../shared/domain/mails/mailbox.ts';
import { addressSha256, mailboxSha256 } from '../../../../shared/domain/mails/mailbox-identity.ts';

describe('a mailbox', () => {
  it('has a domain, in whatever letters', () => {
    expect(domainOf({ address: 'Forms@Acme.Example' })).toBe('acme.example');
  });

  it.each([
    ['forms@acme.example', { address: 'forms@acme.example' }],
    ['Acme Forms <forms@acme.example>', { name: 'Acme Forms', address: 'forms@acme.example' }],
    ['Acme<forms@acme.example>', { name: 'Acme', address: 'forms@acme.example' }],
    ['Acme   <forms@acme.example>', { name: 'Acme', address: 'forms@acme.example' }],
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

  it('fills words of 45 bytes', () => {
    expect(encodedWords('a'.repeat(45)).split(' ')).toHaveLength(1);
    expect(encodedWords('a'.repeat(46)).split(' ')).toHaveLength(2);
  });

  it('encodes long names in words of at most 75 characters, each whole', () => {
    const words = encodedWords('🎉'.repeat(30)).split(' ');
    expect(words.map(word => word.length <= 75)).toEqual([true, true, true]);
    const decoded = words.map(word => Buffer.from(word.slice(10, -2), 'base64').toString());
    expect(decoded.join('')).toBe('🎉'.repeat(30));
    expect(decoded.join('')).not.toContain('�');
  });
});

describe('what an address is known by', () => {
  it('is the same for each way to write it, and a hash', () => {
    expect(addressSha256('Ada@Example.com')).toBe('b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72');
  });

  it.each([
    ['Ada+Forms@Example.com', 'ada@example.com'],
    ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
    ['Ada@Gmail.com', 'a.da@gmail.com'],
  ])('where mails are counted is one for those that reach the same mailbox: %s', (one, other) => {
    expect(mailboxSha256(one)).toBe(mailboxSha256(other));
  });

  it.each([
    ['a.da@example.com', 'ada@example.com'],
    ['ada@example.com', 'ada@example.org'],
    ['ada@gmail.com', 'bob@gmail.com'],
  ])('tells others apart: %s', (one, other) => expect(mailboxSha256(one)).not.toBe(mailboxSha256(other)));
});
