import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import type { PersonHead, PersonRecord } from '../../../../shared/domain/exports/person-file.ts';
import { headIn, personFile, recordsIn } from '../../../../shared/domain/exports/person-file.ts';
import { personZip } from '../../../../shared/domain/exports/person-zip.ts';
import { unzipped } from '../../../support/workbook.ts';

const head: PersonHead = {
  ...{ request: 'dsr_1', environment: 'production', createdAt: '2026-01-31T09:00:00.000Z', views: [] },
  ...{ exportedAt: '2026-01-31T10:00:00.000Z', organization: 'Acme Ltd', requestedBy: 'dpo@acme.example' },
  subject: { email: 'a***@e***.com' },
  forms: [
    {
      ...{ id: 'form_1', title: 'Contact' },
      privacy: {
        ...{ controller: 'Acme Ltd, Leeds', purpose: 'To reply', lawfulBasis: 'contract' },
        url: 'https://acme.example/privacy',
      },
      fields: [
        { id: 'email', type: 'email', label: 'Your email' },
        { id: 'topic', type: 'select', label: 'Topic', options: [{ value: 's', label: 'Sales' }] },
        { id: 'day', type: 'date', label: 'Day' },
        { id: 'fee', type: 'currency', label: 'Fee', currency: 'EUR' },
        { id: 'news', type: 'consent', label: 'News' },
        { id: 'service', type: 'matrix', label: 'Service', rows: [{ value: 'a', label: 'Speed' }], columns: ['Good'] },
        { id: 'iban', type: 'text', label: 'Account' },
        { id: 'cv', type: 'file', label: 'Your CV' },
        { id: 'old', type: 'text', label: 'Town', former: true },
      ],
      consentTexts: [{ textHash: 'h1', fieldId: 'news', language: 'en', text: 'I want news.' }],
    },
  ],
};

const record: PersonRecord = {
  ...{ id: 'sub_1', formId: 'form_1', formVersion: 1, environment: 'production', status: 'completed' },
  ...{ startedAt: '2026-01-30T10:00:00.000Z', submittedAt: '2026-01-30T10:05:00.000Z' },
  ...{ updatedAt: '2026-01-30T10:05:00.000Z', notes: [], replies: [], keptUntil: '2027-01-30T10:05:00.000Z' },
  answers: {
    ...{ email: 'ada@example.com', topic: 's', day: '2026-02-01', fee: 12.5, news: true, service: { a: 'Good' } },
    ...{ iban: '••••2051', cv: 'file_1', old: 'Leeds' },
  },
  concealed: { iban: 'masked' },
  meta: {
    origin: 'https://acme.example',
    consents: {
      news: {
        ...{ textHash: 'h1', language: 'en', at: '2026-01-30T10:05:00.000Z', by: 'visitor' },
        withdrawnAt: '2026-01-31T08:00:00.000Z',
      },
    },
  },
  files: [{ id: 'file_1', fieldId: 'cv', name: 'Ada.pdf', contentType: 'application/pdf', size: 2048 }],
  visit: null,
  recipients: [
    {
      ...{ kind: 'webhook', id: 'wh_1', name: 'hooks.acme.example', event: 'response.created' },
      at: '2026-01-30T10:05:01.000Z',
    },
    {
      ...{ kind: 'integration', id: 'int_1', name: 'email', addresses: ['sales@partner.example'] },
      ...{ event: 'response.created', at: '2026-01-30T10:05:02.000Z' },
    },
  ],
};

async function* each<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

type SentFile = { readonly id: string; readonly path: string; readonly content: readonly string[] };

/** Returns the files of an archive of these responses, by path. */
async function filesOf(head: PersonHead, records: readonly PersonRecord[], files: readonly SentFile[] = []) {
  const lines = records.map(each => JSON.stringify(each));
  const data = () => personFile(head, each(...lines));
  return unzipped(await buffer(personZip(head, { data, records: () => each(...records), files: each(...files) })));
}

const pageOf = async (...parts: Parameters<typeof filesOf>): Promise<string> =>
  (await filesOf(...parts)).get('index.html') ?? '';

/** Returns what a browser makes of a page: its text, without styles, and its elements with their attributes. */
function seen(page: string) {
  const elements: { name: string; attributes: Readonly<Record<string, string>> }[] = [];
  let [text, isStyle] = ['', false];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      elements.push({ name, attributes });
      isStyle = name === 'style';
      text += ' ';
    },
    onclosetag: () => {
      isStyle = false;
      text += ' ';
    },
    ontext: part => {
      if (!isStyle) text += part;
    },
  });
  parser.end(page);
  return { text: text.replace(/\s+/g, ' '), elements };
}

describe('the archive about a person', () => {
  it('shows what is stored, why, until when, and who got it, in words', async () => {
    const files = [{ id: 'file_1', path: 'files/0001-Ada.pdf', content: ['PDF'] }];
    const { text, elements } = seen(await pageOf(head, [record], files));
    for (const part of [
      'Your data at Acme Ltd',
      'Found by a***@e***.com',
      'Made on 31 January 2026 at 10:00 UTC',
      'Made by Acme Ltd, dpo@acme.example',
      'Responsible for your data Acme Ltd, Leeds Purpose To reply Legal basis contract',
      'https://acme.example/privacy',
      'Sent on 30 January 2026 at 10:05 UTC',
      'Kept until 30 January 2027 at 10:05 UTC',
      'Your email ada@example.com',
      'Topic Sales',
      'Day 1 Feb 2026',
      'Fee €12.50',
      'News Yes',
      'Service Speed Good',
      'Account ••••2051 Partly hidden',
      'Your CV Ada.pdf 2 KB',
      'Town (no longer in the form) Leeds',
      'News I want news. Agreed on 30 January 2026 at 10:05 UTC Language English By you, in the form',
      'Withdrawn on 31 January 2026 at 08:00 UTC',
      'hooks.acme.example (server)',
      'Email: sales@partner.example',
    ]) {
      expect(text).toContain(part);
    }
    const links = elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href);
    expect(links).toEqual(['https://acme.example/privacy', 'files/0001-Ada.pdf']);
  });

  it('says everything that there is of a response, in this order', async () => {
    const [form] = head.forms;
    if (!form) throw new Error('There is no form');
    const fields = [
      { id: 'order', type: 'ranking' as const, label: 'Order', options: ['First', 'Second'] },
      { id: 'topics', type: 'multiselect' as const, label: 'Topics', options: ['Sales', 'Support'] },
      { id: 'empty', type: 'text' as const, label: ' ' },
      { id: 'news', type: 'consent' as const, label: 'News' },
    ];
    const at = '2026-01-30T10:05:00.000Z';
    const later = '2026-01-31T08:00:00.000Z';
    const whole: PersonRecord = {
      ...record,
      ...{ startedAt: '2026-01-30T10:00:00.000Z', updatedAt: later, spam: { at, reasons: ['honeypot'], score: 1 } },
      answers: { more: 'More', topics: ['Sales', 'Support'], order: ['Second', 'First'], empty: '', gone: 'x' },
      concealed: { gone: 'unavailable' },
      files: [],
      meta: {
        ...{ origin: 'https://acme.example', userAgent: 'Firefox', language: 'fr' },
        consents: { news: { textHash: 'h9', at, by: 'server', language: 'not a tag' }, terms: { textHash: 'h1', at } },
      },
      visit: { focused: ['order', 'topics'], answered: ['order'] },
      replies: [
        { subject: 'Hello', body: 'How are you?', createdAt: later, state: 'sent' },
        { subject: '', body: 'Bye', createdAt: 'never', state: 'sent' },
      ],
      notes: [{ id: 'note_1', body: 'Called back', authorId: 'usr_1', createdAt: later }],
      recipients: [
        { kind: 'automatic_reply', id: 'form_1', name: 'x', event: 'x', at },
        { kind: 'integration', id: 'int_1', name: 'slack', event: 'x', at },
        { kind: 'integration', id: 'int_2', name: 'email', addresses: ['a@b.example', 'c@d.example'], event: 'x', at },
        { kind: 'integration', id: 'int_3', name: 'fax', event: 'x', at },
      ],
    };
    const { text, elements } = seen(
      await pageOf(
        {
          ...head,
          ...{ environment: 'staging', subject: { fieldId: 'phone', value: '***12' }, requestedBy: undefined },
          exportedAt: undefined,
          forms: [{ ...form, fields, privacy: { ...form.privacy, url: 'ftp://acme.example' } }],
          views: [{ formId: 'form_1', name: 'Mine' }],
        },
        [whole],
      ),
    );
    const said = [
      'Found by phone: ***12',
      'Made on 31 January 2026 at 09:00 UTC',
      'Made by Acme Ltd',
      'Environment staging',
      'Request dsr_1',
      'You can ask to have this data corrected, erased or restricted, object to its use, withdraw a consent, and complain to a data protection authority.',
      'Why it is stored',
      'Contact',
      'Responsible for your data Acme Ltd, Leeds',
      'Purpose To reply',
      'Legal basis contract',
      'What you sent',
      'Contact',
      'Sent on 30 January 2026 at 10:05 UTC',
      'Started on 30 January 2026 at 10:00 UTC',
      'Changed on 31 January 2026 at 08:00 UTC',
      'Status Complete, marked as spam',
      'Kept until 30 January 2027 at 10:05 UTC',
      'ID sub_1',
      'Answers',
      'Order Second First',
      'Topics Sales Support',
      'empty –',
      'more More',
      'gone Not readable now',
      'Consents',
      'News The text is not stored.',
      'Agreed on 30 January 2026 at 10:05 UTC',
      'Language not a tag',
      'By Acme Ltd',
      'terms I want news.',
      'Agreed on 30 January 2026 at 10:05 UTC',
      'Who got it',
      'Email to you 30 January 2026 at 10:05 UTC',
      'Slack 30 January 2026 at 10:05 UTC',
      'Email: a@b.example, c@d.example 30 January 2026 at 10:05 UTC',
      'fax 30 January 2026 at 10:05 UTC',
      'How you sent it',
      'Page https://acme.example',
      'Browser Firefox',
      'Language French',
      'Fields you opened Order, Topics',
      'Fields you filled in Order',
      'Emails to you',
      'Hello How are you? 31 January 2026 at 08:00 UTC',
      'Bye never',
      'Notes',
      'Called back 31 January 2026 at 08:00 UTC',
      'Saved searches with your data',
      'Mine',
      '',
    ];
    expect(text.slice(text.indexOf('Found by'))).toBe(said.join(' '));
    expect(elements.filter(({ name }) => name === 'ol' || name === 'ul').map(({ name }) => name)).toEqual([
      'ol',
      'ul',
      'ul',
      'ul',
    ]);
  });

  it('says what there is not', async () => {
    const { organization: _, forms, ...anybody } = head;
    const untold = forms.map(({ privacy: _, ...form }) => form);
    const none = seen(await pageOf({ ...anybody, forms: untold }, [])).text;
    expect(none).toMatch(/^ Your data Your data This is .* Made by dpo@acme.example Request dsr_1 You can /);
    expect(none).toMatch(/ Why it is stored Contact This form does not say\. What you sent Nothing was found\. $/);
    const bare = { ...record, answers: {}, meta: {}, recipients: [], startedAt: record.submittedAt };
    const { text } = seen(await pageOf({ ...anybody, forms: untold }, [bare, { ...bare, recipients: null }]));
    const sent =
      'Contact Sent on 30 January 2026 at 10:05 UTC Status Complete Kept until 30 January 2027 at 10:05 UTC ID sub_1';
    const toNobody = 'Who got it Nobody else, by the records of the last 30 days.';
    expect(text.slice(text.indexOf('What you sent'))).toBe(`What you sent ${sent} ${toNobody} ${sent} `);
  });

  it('speaks German', async () => {
    const { text } = seen(
      await pageOf({ ...head, language: 'de' }, [record, { ...record, restricted: true, keptUntil: null }]),
    );
    for (const part of [
      'Ihre Daten bei Acme Ltd',
      'Verantwortlich für Ihre Daten',
      'Gesendet am 30. Januar 2026 um 10:05 UTC',
      'Status Vollständig, Verarbeitung eingeschränkt',
      'Aufbewahrt bis Kein Datum festgelegt',
      'Fee 12,50 €',
      'Von Ihnen, im Formular',
      'nicht in diesem Archiv',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('has the same for programs, and the uploaded files', async () => {
    const files = await filesOf(
      head,
      [record, record],
      [{ id: 'file_1', path: 'files/0001-Ada.pdf', content: ['PD', 'F'] }],
    );
    expect([...files.keys()]).toEqual(['data.json', 'files/0001-Ada.pdf', 'index.html']);
    expect(files.get('files/0001-Ada.pdf')).toBe('PDF');
    const data = files.get('data.json') ?? '';
    expect(JSON.parse(data)).toEqual({ ...head, responses: [record, record] });
    const lines = data.split('\n');
    const read: PersonRecord[] = [];
    for await (const response of recordsIn(each(...lines))) read.push(response);
    expect({ head: headIn(lines[0] ?? ''), read }).toEqual({
      head: { ...head, responses: [] },
      read: [record, record],
    });
    expect(JSON.parse((await filesOf(head, [])).get('data.json') ?? '')).toEqual({ ...head, responses: [] });
  });

  it('shows hostile texts as text, and runs, loads and links nothing of theirs', async () => {
    const hostile =
      '</span><script>alert(1)</script><img src=x onerror="alert(2)">\'"&amp;=cmd|" /C calc"!A0\u202Egnp.exe';
    const long = 'x'.repeat(100_000);
    const [form] = head.forms;
    if (!form) throw new Error('There is no form');
    const privacy = { ...form.privacy, controller: hostile, url: 'javascript:alert(3)' };
    const fields = [{ id: 'email', type: 'email' as const, label: hostile }, ...form.fields.slice(1)];
    const consentTexts = [{ textHash: 'h1', fieldId: 'news', text: hostile }];
    const files = ['a.html', 'b.svg', 'c.txt'].map((name, at) => ({
      ...{ id: `file_${at}`, fieldId: 'cv' },
      ...{ name: hostile + name, contentType: 'x', size: 1 },
    }));
    const page = await pageOf(
      {
        ...head,
        organization: hostile,
        forms: [{ ...form, title: hostile, privacy, fields, consentTexts }],
        views: [{ formId: 'form_1', name: hostile }],
      },
      [
        {
          ...record,
          ...{ answers: { email: hostile, [hostile]: long, cv: ['file_0', 'file_1', 'file_2'] }, files },
          notes: [{ id: 'note_1', body: hostile, authorId: 'usr_1', createdAt: record.updatedAt }],
          recipients: [{ kind: 'webhook', id: 'wh_1', name: hostile, event: 'x', at: hostile }],
        },
      ],
      files.map(({ id }, at) => ({
        id,
        path: `files/000${at + 1}-" onclick=x.${['html', 'svg', 'txt'][at]}`,
        content: [],
      })),
    );
    const { text, elements } = seen(page);
    expect(text.split(hostile.replace(/\s+/g, ' ')).length - 1).toBeGreaterThan(8);
    expect(text).toContain(long);
    expect(elements.filter(({ name }) => /^(script|img|iframe|link|object|base|form|svg)$/.test(name))).toEqual([]);
    expect(elements.flatMap(({ attributes }) => Object.keys(attributes)).filter(name => name.startsWith('on'))).toEqual(
      [],
    );
    expect(elements.filter(({ name }) => name === 'a').map(({ attributes }) => attributes.href)).toEqual([
      `files/${encodeURIComponent('0003-" onclick=x.txt')}`,
    ]);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    // A text that turns the direction of writing is in an element that keeps it inside.
    const isolated = elements.filter(({ name, attributes }) => name === 'span' && attributes.dir === 'auto');
    expect(isolated.length).toBeGreaterThan(8);
  });
});
