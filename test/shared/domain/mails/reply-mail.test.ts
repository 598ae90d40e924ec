import { describe, expect, it } from '@jest/globals';
import { linkDonePage, linkPage } from '../../../../shared/domain/mails/link-pages.ts';
import { mailOf } from '../../../../shared/domain/mails/mail-layout.ts';
import { replyHeaders, replyMail } from '../../../../shared/domain/mails/reply-mail.ts';

const optOutUrl = 'https://forms.example/mails/opt_1';

describe('an automatic reply', () => {
  const reply = { to: 'ada@example.com', subject: 'Thank you', body: 'Hello\nAda\n\n \n\n\nBye' };
  const replyIn = (language: string | undefined) =>
    replyMail(reply, { formTitle: 'At acme.example', language, optOutUrl });

  it.each([
    [undefined, 'en'],
    ['en', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['den', 'en'],
    ['fr-de', 'en'],
  ])('of a form in the language %s is in %s, and ends where it says', (language, spoken) => {
    const content = replyIn(language);
    expect(content).toMatchObject({ language: spoken, title: reply.subject, paragraphs: ['Hello\nAda', 'Bye'] });
    expect(content.ending?.url).toBe(optOutUrl);
    expect(mailOf(content).text).not.toContain('acme.example');
  });

  it('is made of the words of the owner and of ours', () => {
    expect(mailOf(replyIn('en'))).toMatchSnapshot();
    expect(mailOf(replyIn('de')).text).toMatchSnapshot();
  });

  it('tells programs what it is, and how it is ended', () => {
    expect(replyHeaders(optOutUrl)).toEqual({
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'bulk',
      'List-Unsubscribe': `<${optOutUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
  });
});

it.each(['confirm', 'unsubscribe', 'optOut'] as const)(
  'the pages of the link %s say what it does, and that it was done',
  act => {
    for (const page of [linkPage, linkDonePage]) {
      const shown = page(act, '<ada>@example.com');
      expect(shown).toMatchSnapshot();
      expect(shown).not.toContain('<ada>');
    }
  },
);
