import { describe, expect, it } from '@jest/globals';
import type { PublicField } from '../../../../shared/domain/fields/field.ts';
import {
  formPage,
  formPageAgain,
  type HostedForm,
  isPrefilled,
  noticePage,
  thanksOf,
} from '../../../../shared/domain/pages/hosted-page.ts';
import english from '../../../../shared/domain/pages/texts/en.json' with { type: 'json' };
import { textsOf, wordingOf } from '../../../../shared/domain/pages/texts.ts';

const words = { texts: wordingOf('en'), lang: 'en' };

const formOf = (fields: readonly PublicField[] = []): HostedForm => ({
  ...{ title: 'Pets & more', language: 'de', theme: undefined, embedded: false, indexed: true },
  ...{ address: 'https://forms.example/f/form_1', id: 'form_1', key: 'pk_1', schema: { title: '</script>' } },
  plain: { fields, action: 'form_1', hidden: {}, honeypot: undefined, texts: english, words },
  needsScript: undefined,
});
const form = formOf();
const headOf = (page: string) => page.slice(0, page.indexOf('</head>'));
const mainOf = (page: string) => page.slice(page.indexOf('<main>') + 6, page.indexOf('</main>')).replaceAll('\n', '');
const pageScript = '<script src="../assets/page.js" defer></script>';

describe('the page of a form', () => {
  const plain = '<form method="post" action="form_1"><button type="submit">Send</button></form>';

  it('has the form in the element that takes its place', () =>
    expect(mainOf(formPage(form, {}))).toBe(
      '<h1 dir="auto">Pets &amp; more</h1><formline-form form="form_1" key="pk_1" lang="de" data-page>' +
        `<script type="application/json">{"title":"\\u003c/script\\u003e"}</script>${plain}</formline-form>`,
    ));

  it('says so where it needs a script', () =>
    expect(mainOf(formPage({ ...form, needsScript: 'Allow <it>' }, {}))).toContain(
      '</script><noscript><p class="errors">Allow &lt;it&gt;</p></noscript><form',
    ));

  it('tells those who link to it what it is', () => {
    const head = headOf(formPage(form, {}));
    expect(head).toContain('<html lang="de">');
    expect(head).toContain('<title>Pets &amp; more</title>');
    expect(head).toContain('<link rel="stylesheet" href="../assets/page.css">');
    expect(head).toMatch(/\n<script src="\.\.\/embed\.js" defer><\/script>\n\n$/);
    expect(head).toContain(
      '<meta property="og:title" content="Pets &amp; more">\n<meta property="og:type" content="website">\n<meta property="og:url" content="https://forms.example/f/form_1">\n',
    );
  });

  it('is the one address to be found, or not to be found at all', () => {
    const canonical = '<link rel="canonical" href="https://forms.example/f/form_1">';
    const robots = '<meta name="robots" content="noindex">';
    const [found, hidden] = [true, false].map(indexed => headOf(formPage({ ...form, indexed }, {})));
    expect([found?.includes(canonical), found?.includes(robots)]).toEqual([true, false]);
    expect([hidden?.includes(canonical), hidden?.includes(robots)]).toEqual([false, true]);
  });

  it('has the card of its form for those who link to it', () => {
    const plainHead = headOf(formPage(form, {}));
    expect(plainHead).not.toMatch(/description|og:image|twitter|true|undefined/);
    const card = { description: 'Tell us & win', imageUrl: 'https://forms.example/images/1' };
    const head = headOf(formPage({ ...form, card }, {}));
    expect(head).toContain('<meta name="description" content="Tell us &amp; win">');
    expect(head).toContain('<meta property="og:description" content="Tell us &amp; win">');
    expect(head).toContain('<meta property="og:image" content="https://forms.example/images/1">');
    expect(head).toContain('<meta name="twitter:card" content="summary_large_image">');
  });

  it('has the styles inside that it is given, and is the same for all addresses that fill in nothing', () => {
    expect(headOf(formPage({ ...form, style: 'p{}' }, {}))).toContain('<style>p{}</style>');
    const asked = [
      { id: 'name', type: 'text' },
      { id: 'from', type: 'hidden', query: 'utm_source' },
    ] as const;
    for (const query of [{}, { lang: 'de', embed: '1', utm_campaign: 'x', from: 'x' }])
      expect(isPrefilled(asked, query)).toBe(false);
    for (const query of [{ name: 'Ada' }, { utm_source: 'x' }]) expect(isPrefilled(asked, query)).toBe(true);
  });

  it('is listed by search engines where the form says so', () => {
    const robots = '<meta name="robots" content="noindex">';
    expect(headOf(formPage(form, {}))).not.toContain('robots');
    expect(headOf(formPage({ ...form, indexed: false }, {}))).toContain(robots);
  });

  it.each([
    ['light', false, ' class="light"'],
    ['dark', true, ' class="dark embedded"'],
    ['auto', true, ' class="embedded"'],
    [undefined, false, ''],
  ])('of the theme %s, in a frame %s, is of the class %s', (theme, embedded, classes) =>
    expect(formPage({ ...form, theme, embedded }, {})).toContain(`<html lang="de"${classes}>`),
  );

  it('has its cover and its logo above the title, and nothing without them', () => {
    const pictures = { logo: { image: 'img_1', alt: '"Acme"' }, cover: { image: 'img_2' } };
    expect(mainOf(formPage({ ...form, pictures }, {}))).toMatch(
      /^<img class="cover" src="..\/images\/img_2" alt=""><img class="logo" src="..\/images\/img_1" alt="&quot;Acme&quot;"><h1/,
    );
    expect(mainOf(formPage(form, {}))).toMatch(/^<h1/);
  });

  it('leaves its title to the page whose frame it lies in, and tells that its height', () => {
    const page = formPage({ ...form, embedded: true }, {});
    expect(mainOf(page)).toMatch(/^<formline-form/);
    expect(headOf(page)).toContain(`<script src="../embed.js" defer></script>\n${pageScript}`);
  });

  it.each<[Omit<PublicField, 'id'>, object, string]>([
    [{ type: 'text' }, { f: 'x' }, 'value="x"'],
    [{ type: 'text', default: 'd' }, {}, 'value="d"'],
    [{ type: 'text', default: 'd' }, { f: '' }, 'value=""'],
    [{ type: 'number', default: 0 }, {}, 'value="0"'],
    [{ type: 'text', query: 'q' }, { q: 'x', f: 'y' }, 'value="x"'],
    [{ type: 'text', query: 'toString' }, {}, 'value=""'],
    [{ type: 'text', default: { a: 'b' } }, {}, 'value=""'],
    [{ type: 'multiselect', options: ['a', 'b'], default: ['b'] }, {}, 'value="b" checked'],
    [{ type: 'checkbox', default: true }, {}, 'value="true" checked'],
  ])('begins with what the address says, or else the default: %j with %j', (field, query, value) =>
    expect(mainOf(formPage(formOf([{ id: 'f', ...field }]), { ...query }))).toContain(`name="f" ${value}`),
  );

  it('never agrees to anything, and names no file, because a link says so', () => {
    const fields = (['consent', 'file'] as const).map(type => ({ id: type, type, default: true }));
    const page = mainOf(formPage(formOf(fields), { consent: 'true', file: 'file_1' }));
    expect(page).toContain('name="consent" value="true" id=');
    expect(page).not.toMatch(/checked|file_1/);
  });

  const long = (count: number) =>
    formOf(Array.from({ length: count }, (_, index) => ({ id: `f${index}`, type: 'text', help: '"'.repeat(2000) })));

  it('that would be longer than 512 KB is the element alone, which needs a script', () => {
    expect(mainOf(formPage(long(40), {}))).toMatch(/<script type="application\/json">.*<form/);
    const alone = formPage(long(46), {});
    expect(mainOf(alone)).toBe(
      '<h1 dir="auto">Pets &amp; more</h1><formline-form form="form_1" key="pk_1" lang="de" data-page>' +
        `<noscript><p class="errors">${english.tooLong}</p></noscript></formline-form>`,
    );
    expect(headOf(alone)).toContain('<script src="../embed.js" defer></script>');
    const schema = { title: '<'.repeat(90_000) };
    expect(mainOf(formPage({ ...form, schema, needsScript: 'Allow it' }, {}))).toBe(
      '<h1 dir="auto">Pets &amp; more</h1><formline-form form="form_1" key="pk_1" lang="de" data-page>' +
        '<noscript><p class="errors">Allow it</p></noscript></formline-form>',
    );
  });

  it('that would come again longer than 512 KB says what was wrong, and where the answers are', () => {
    const sent = new Map([['f', ['"'.repeat(90_000)]]]);
    const faults = Array.from({ length: 500 }, () => ({ field: 'f', rule: 'pattern', message: 'Too long' }));
    const again = formPageAgain(formOf([{ id: 'f', type: 'text' }]), { sent, faults });
    expect(mainOf(again)).toMatch(
      /^<h1 dir="auto">Pets &amp; more<\/h1><div class="errors".*Enter your f in the correct format.*<\/div><p>Go back in your browser/,
    );
    expect(again.length).toBeLessThan(10_000);
  });

  it('comes again as it was filled in, without scripts', () => {
    const again = formPageAgain(formOf([{ id: 'f', type: 'text', default: 'd' }]), {
      sent: new Map([['f', ['mine']]]),
      faults: [],
      message: 'Once more',
    });
    expect(mainOf(again)).toMatch(/^<h1 dir="auto">Pets &amp; more<\/h1><form .*Once more.*name="f" value="mine"/);
    expect(again).not.toContain('<script');
  });
});

describe('a page that says one thing', () => {
  it('has its own title under that of the form', () =>
    expect(mainOf(noticePage(form, thanksOf(undefined, english)))).toBe(
      '<h1 dir="auto">Pets &amp; more</h1><h2>Thank you</h2><p>Thank you. We received your answers.</p>',
    ));

  it('says it once where it has no other', () =>
    expect(mainOf(noticePage({ ...form, title: 'Gone' }, { title: 'Gone', text: '<gone>' }))).toBe(
      '<h1 dir="auto">Gone</h1><p>&lt;gone&gt;</p>',
    ));

  it('thanks in the words of the form, also in a frame', () => {
    const page = noticePage({ ...form, embedded: true }, thanksOf('**Woof**', english));
    expect(mainOf(page)).toContain('<h2>Thank you</h2><p><strong>Woof</strong></p>');
    expect([
      headOf(page).includes(pageScript),
      headOf(noticePage(form, { title: 't', text: 'x' })).includes('<script'),
    ]).toEqual([true, false]);
  });
});

it.each([
  ['de', 'Absenden'],
  ['DE-at', 'Absenden'],
  ['pt-BR', textsOf('pt').send],
  ['fr', 'Envoyer'],
  ['en', 'Send'],
  ['ja', '送信'],
  ['hu', 'Send'],
])('the language %s says %s', (language, send) => expect(textsOf(language).send).toBe(send));
