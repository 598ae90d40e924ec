import { describe, expect, it } from '@jest/globals';
import { documentOf } from '../../../../shared/domain/pages/document.ts';
import { homePage } from '../../../../shared/domain/pages/home-page.ts';
import { html } from '../../../../shared/domain/pages/html.ts';
import { refusalPage } from '../../../../shared/domain/pages/refusal-page.ts';

const body = html`<p>Hello</p>`;

describe('a page', () => {
  it('is a whole document, with the one stylesheet', () =>
    expect(documentOf({ title: 'A & B', root: '../', head: html`<meta name="x">`, body })).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A &amp; B</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../assets/page.css">
<meta name="x">
</head>
<body>
<main>
<p>Hello</p>
</main>
</body>
</html>
`));

  it('has its styles inside where they are given', () => {
    const page = documentOf({ title: '', root: '../', style: 'p{color:red}', body });
    expect(page).toContain('<style>p{color:red}</style>');
    expect(page).not.toContain('page.css');
  });

  it.each([
    ['ar', ' dir="rtl"'],
    ['he-IL', ' dir="rtl"'],
    ['far', ''],
    ['arn', ''],
    ['de', ''],
  ])('in %s is written in its direction', (language, direction) =>
    expect(documentOf({ title: '', language, root: '', classes: 'dark', body })).toContain(
      `<html lang="${language}"${direction} class="dark">`,
    ),
  );
});

const mainOf = (page: string) => /<main>\n(.*)\n<\/main>/s.exec(page)?.[1];

describe('a refusal', () => {
  it('says what happened, where to go on, and how the log names it', () => {
    const next = { path: 'app?a&b', label: 'Home' };
    const page = refusalPage('../', { title: 'No', message: 'It is <gone>', requestId: 'r1', next });
    expect(page).toContain('href="../assets/page.css"');
    expect(page).toContain('<title>No</title>');
    expect(mainOf(page)).toBe(
      '<h1>No</h1>\n<p>It is &lt;gone&gt;</p>\n<p><a href="../app?a&amp;b">Home</a></p>\n<p class="hint">Request r1</p>',
    );
  });

  it('may know neither', () =>
    expect(mainOf(refusalPage('', { title: 'No', message: 'Gone', requestId: undefined }))).toBe(
      '<h1>No</h1>\n<p>Gone</p>\n',
    ));
});

it('the home page shows how a form comes into a page', () => {
  const script = { path: 'embed/1-a.js', integrity: 'sha384-b' };
  const page = homePage({ version: '1.2.3', baseUrl: 'https://forms.example', script });
  const code = [...page.matchAll(/<code>(.*?)<\/code>/gs)].map(([, text = '']) =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
  );
  expect(code).toEqual([
    '/f/form_…',
    '<script src="https://forms.example/embed.js" data-form="form_…" data-key="pk_…"></script>',
    '<script src="https://forms.example/embed/1-a.js" integrity="sha384-b" crossorigin="anonymous"></script>\n' +
      '<formline-form form="form_…" key="pk_…"><a href="https://forms.example/f/form_…">To the form</a></formline-form>',
  ]);
  expect(page).toContain('<title>Formline</title>');
  expect(page).toContain('href="assets/page.css"');
  expect(page).toContain('<p class="hint">Version 1.2.3</p>');
});
