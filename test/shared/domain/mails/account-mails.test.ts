import { describe, expect, it } from '@jest/globals';
import * as mails from '../../../../shared/domain/mails/account-mails.ts';
import * as addresses from '../../../../shared/domain/mails/address-mails.ts';
import { isMailRefused, languageOf, type MailLanguage, MailRefused } from '../../../../shared/domain/mails/mail.ts';
import { type MailContent, mailOf } from '../../../../shared/domain/mails/mail-layout.ts';
import { recipientMail } from '../../../../shared/domain/mails/recipient-mail.ts';
import { twoFactorMail } from '../../../../shared/domain/mails/two-factor-mails.ts';

const url = 'https://forms.example/app/x';
const at = Date.UTC(2026, 10, 22, 15, 4);

const service = 'Acme Forms';
const invited = { service, organization: 'Acme', inviter: 'Ada', role: 'admin', expiresAt: at, url } as const;
const keyCreated = { organization: 'Acme', name: 'Site', keyKind: 'secret', by: 'Ada', at, url };

/** Every mail that is written in both languages, with this in place of each text that somebody else chooses. */
const contents = (language: MailLanguage, text: string): Record<string, MailContent> => ({
  invitation: mails.invitationMail(language, { ...invited, organization: text, inviter: text }),
  passwordReset: mails.passwordResetMail(language, { url }),
  addressConfirmation: addresses.addressConfirmationMail(language, { service, url }),
  addressChanged: addresses.addressChangedMail(language),
  passwordChanged: mails.passwordChangedMail(language, { url }),
  signedIn: mails.signedInMail(language, { at, network: '192.0.2.0/24', client: text, url }),
  keyCreated: mails.keyCreatedMail(language, { ...keyCreated, organization: text, name: text, by: text }),
  recipient: recipientMail(language, { service, organization: text, url }),
  ...Object.fromEntries(
    (['enabled', 'disabled', 'reset', 'recoveryCodeUsed', 'recoveryCodesRenewed'] as const).map(change => [
      `two-factor ${change}`,
      twoFactorMail(language, { change, url }),
    ]),
  ),
});
const english = (text: string): Record<string, MailContent> => ({
  ...contents('en', text),
  gone: mails.receiverDisabledMail({ organization: text, receiver: text, reason: 'gone', url }),
  failing: mails.receiverDisabledMail({ organization: text, receiver: text, reason: 'failing', url }),
});

it.each(Object.keys(contents('de', '')))('the mail %s is written in both languages', kind => {
  const of = (language: MailLanguage) => mailOf(contents(language, 'Acme')[kind] as MailContent);
  const [english, german] = [of('en'), of('de')];
  expect(german.subject).not.toBe(english.subject);
  const wordsOf = (text: string) => new Set(text.split('\n\n').map(each => each.trim()));
  const same = [...wordsOf(english.text)].filter(each => wordsOf(german.text).has(each));
  expect(same).toEqual([]);
  expect(english.text.split('\n\n')).toHaveLength(german.text.split('\n\n').length);
});

it.each(['en', 'de'] as const)(
  'the mails are written in the language %s, and in each the links that are known',
  language => {
    const read = (content: MailContent) => ({ ...mailOf(content), html: '' });
    for (const [kind, content] of Object.entries(contents(language, 'Acme & Co.')))
      expect(read(content)).toMatchSnapshot(kind);
    const unknown = [
      mails.invitationMail(language, { ...invited, inviter: undefined, role: 'viewer' }),
      mails.passwordChangedMail(language, { url: undefined }),
      mails.signedInMail(language, { at, network: undefined, client: undefined, url: undefined }),
      mails.keyCreatedMail(language, { ...keyCreated, by: undefined, url: undefined }),
      twoFactorMail(language, { change: 'enabled', url: undefined }),
    ];
    for (const content of unknown) expect(mailOf(content).text).toMatchSnapshot('with less');
  },
);

it('the mails about receivers are written in English', () => {
  for (const reason of ['gone', 'failing'] as const) {
    const disabled = { organization: 'Acme', receiver: 'Webhook hooks.acme.example', reason };
    expect(mailOf(mails.receiverDisabledMail({ ...disabled, url })).text).toMatchSnapshot(reason);
    expect(mailOf(mails.receiverDisabledMail({ ...disabled, url: undefined })).text).not.toContain('http');
  }
});

describe.each(Object.keys(english('')))('the mail %s', kind => {
  const of = (text: string) => mailOf(english(text)[kind] as MailContent);

  it.each([
    ['a line break', 'Acme\r\nBcc: eve@evil.example\r\n\r\nWin'],
    ['a separator of lines', 'Acme\u2028Bcc: eve\u2029Win'],
    ['a turn of direction', '\u202eemca'],
  ])('keeps %s of a name out of its subject, and out of what it says', (_, name) => {
    const { subject, text } = of(name);
    expect(subject).not.toMatch(/[\r\n\u2028\u2029\u202e]/);
    expect(text).not.toMatch(/^(Bcc|Win)|[\u2028\u2029\u202e]/m);
  });

  it('links to the dashboard alone, whatever a name is', () => {
    const { text, html, subject } = of('Claim your prize at https://evil.example/x or www.evil.example');
    // Without a scheme or a dot that stands between letters, no mail program makes a link of it.
    for (const shown of [text, html, subject]) expect(shown).not.toMatch(/https?:\/\/(?!forms\.example)|evil\.example/);
    const linked = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address);
    expect(linked.filter(address => address !== url)).toEqual([]);
  });

  it('has no markup of a name', () => {
    expect(of('<img src=x onerror=alert(1)>').html).not.toContain('<img');
  });
});

describe('the language of a mail', () => {
  it.each([
    [undefined, 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr-FR,fr;q=0.9,de;q=0.5,en;q=0.3', 'de'],
    ['fr', 'en'],
    ['*', 'en'],
    ['fr, DE', 'de'],
  ])('of %j is %s', (header, language) => expect(languageOf(header)).toBe(language));
});

it('a mail that was refused is known by its name, and nothing else is', () => {
  expect(isMailRefused(new MailRefused('no'))).toBe(true);
  expect(isMailRefused(Object.assign(new Error('no'), { name: 'MailRefused' }))).toBe(true);
  for (const error of [new Error('no'), { name: 'MailRefused' }, undefined]) expect(isMailRefused(error)).toBe(false);
});
