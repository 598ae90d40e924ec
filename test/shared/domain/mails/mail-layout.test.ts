import { describe, expect, it } from '@jest/globals';
import {
  breakLinks,
  labelled,
  type MailContent,
  mailOf,
  oneLine,
} from '../../../../shared/domain/mails/mail-layout.ts';

const content: MailContent = {
  language: 'de',
  subject: 'Betreff',
  title: 'Titel',
  paragraphs: ['Erster Absatz', 'Zweiter'],
  rows: [['Ort', 'Berlin']],
  action: { label: 'Öffnen', url: 'https://forms.example/app/x?a=1&b=2' },
  afterAction: 'Der Link gilt 7 Tage.',
  footer: 'Warum diese Mail kommt',
  ending: { label: 'Beenden', url: 'https://forms.example/mails/uns_1' },
};
const hostile = `"><img src=x onerror=alert(1)></td></table>'&<script>`;

describe('a mail’s text and HTML', () => {
  it('say the same, in order', () => {
    const { text, html } = mailOf(content);
    const said = [
      'Titel',
      'Erster Absatz',
      'Zweiter',
      'Ort',
      'Berlin',
      'Öffnen',
      'Der Link gilt',
      'Warum diese Mail',
      'Beenden',
    ];
    for (const shown of [text, html.slice(html.indexOf('<body'))]) {
      const places = said.map(each => shown.indexOf(each));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places).not.toContain(-1);
    }
    expect(text).toContain('\nhttps://forms.example/app/x?a=1&b=2\n');
    expect(html).toContain('href="https://forms.example/app/x?a=1&amp;b=2"');
    expect(text).toMatch(/\nBeenden:\nhttps:\/\/forms\.example\/mails\/uns_1\n$/);
    expect(html).toContain('href="https://forms.example/mails/uns_1"');
    expect(html).toContain('<html lang="de">');
  });

  it('escape each value', () => {
    const texts = { title: hostile, paragraphs: [hostile], rows: [[hostile, hostile]] as const, footer: hostile };
    const action = { label: hostile, url: `https://forms.example/${hostile}` };
    const { html } = mailOf({ ...content, ...texts, action, ending: action, afterAction: hostile });
    const elements = (markup: string) => [...markup.matchAll(/<(\/?\w+)/g)].map(([, name]) => name);
    const harmless = { title: 'x', paragraphs: ['x'], rows: [['x', 'x']] as const, footer: 'x', afterAction: 'x' };
    // The same elements as of harmless values: nothing of it has become markup.
    expect(elements(html)).toEqual(elements(mailOf({ ...content, ...harmless }).html));
    expect(html).not.toMatch(/<(img|script)/);
  });

  it('keep the lines of a value, and have one for each row', () => {
    const { text, html } = mailOf({
      ...content,
      paragraphs: ['one\ntwo'],
      rows: [
        ['A', '1'],
        ['B', '2'],
      ],
    });
    expect(text).toContain('\n\nA: 1\nB: 2\n\n');
    expect(html).toContain('>one<br>two</p>');
  });

  it('leave out what there is nothing of', () => {
    const { text, html } = mailOf({ language: 'en', subject: 'S', title: 'T', paragraphs: ['P'], footer: 'F' });
    expect(text).toBe('T\n\nP\n\n-- \nF\n');
    expect(html.match(/<table/g)).toHaveLength(2);
    expect(html.match(/<p /g)).toHaveLength(2);
  });

  it('load nothing from anywhere', () => {
    expect(mailOf(content).html).not.toMatch(/src=|url\(|@import|<link/);
  });

  it('link nowhere but to the web', () => {
    expect(mailOf({ ...content, action: { label: 'x', url: 'http://localhost/x' } }).text).toContain(
      'http://localhost/x',
    );
    const action = { label: 'x', url: 'javascript:alert(1)' };
    expect(() => mailOf({ ...content, action })).toThrow('javascript:');
    expect(() => mailOf({ ...content, ending: action })).toThrow('javascript:');
  });

  it('have a subject of one line, however it comes', () => {
    const { subject } = mailOf({
      ...content,
      subject: `Hello\r\nBcc: eve@example.com\u2028\u202egnp.exe ${'x'.repeat(300)}`,
    });
    expect(subject).toMatch(/^Hello Bcc: eve@example\.com gnp\.exe x+$/);
    expect(subject).toHaveLength(150);
  });
});

describe('a label', () => {
  it('ends in one mark alone', () => {
    expect([
      labelled('Name', 'Ada'),
      labelled('How many?', '3'),
      labelled('Nights:', '2'),
      labelled('No. 1', 'x'),
    ]).toEqual(['Name: Ada', 'How many? 3', 'Nights: 2', 'No. 1: x']);
  });
});

describe('a text of others', () => {
  it('stays in its line', () => expect(oneLine(' a\r\n\tb\u0000c\u2066 ')).toBe('a b c'));

  it('has one space where it had several', () => expect(oneLine('a   b')).toBe('a b'));

  it.each(['evil.example', 'https://evil.example/x', 'eve@evil.example', 'www.evil.example'])(
    'makes no link of %s',
    text => {
      // What mail programs look for: letters on both sides of a dot, a colon or an at sign.
      expect(breakLinks(`Dear ${text}`)).not.toMatch(/\w[.:@][\w/]/);
      expect(breakLinks(text).replaceAll('\u200b', '')).toBe(text);
    },
  );

  it.each([
    ['ada@acme.example', 'From ada@acme.example'],
    ['evil.example/ada@acme.example', 'From evil.\u200bexample/ada@\u200bacme.\u200bexample'],
  ])('keeps an address of the plain part whole, and breaks links: %s', (name, line) => {
    const { text } = mailOf({
      language: 'en',
      subject: '',
      title: '',
      paragraphs: [`From ${breakLinks(name)}`],
      footer: '',
    });
    expect(text).toContain(`${line}\n`);
  });

  it('leaves ends of sentences alone', () => expect(breakLinks('Dr. Ada: hello.')).toBe('Dr. Ada: hello.'));
});
