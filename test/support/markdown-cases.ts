import { fc } from './properties.ts';

const link = (address: string, label: string) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`;

/** Texts in limited Markdown, and the markup of each. */
export const markdownCases: readonly (readonly [text: string, markup: string])[] = [
  ['a', '<p>a</p>'],
  ['a\nb', '<p>a<br>b</p>'],
  ['\n a\n \n\nb \n\n', '<p>a</p><p>b</p>'],
  [' \n\n', ''],
  ['- a\n * b', '<ul><li>a</li><li>b</li></ul>'],
  ['- a\nb', '<p>- a<br>b</p>'],
  ['a - b', '<p>a - b</p>'],
  ['-a', '<p>-a</p>'],
  ['1. a\n  12) b', '<ol><li>a</li><li>b</li></ol>'],
  ['1. a\nb', '<p>1. a<br>b</p>'],
  ['of 1. a', '<p>of 1. a</p>'],
  ['1.a', '<p>1.a</p>'],
  ['- 1. a', '<ul><li>1. a</li></ul>'],
  ['- **a**\n- *b*', '<ul><li><strong>a</strong></li><li><em>b</em></li></ul>'],
  // Marks in marks
  ['**a** b *c*', '<p><strong>a</strong> b <em>c</em></p>'],
  ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
  ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
  ['***a***', '<p><strong><em>a</em></strong></p>'],
  ['*a **b***', '<p><em>a <strong>b</strong></em></p>'],
  ['**a *b***', '<p><strong>a <em>b</em></strong></p>'],
  ['** a **', '<p><strong> a </strong></p>'],
  // Marks that are text
  ['**a*b**', '<p><strong>a*b</strong></p>'],
  ['*a**b*', '<p><em>a**b</em></p>'],
  ['*a **b* c**', '<p><em>a **b</em> c**</p>'],
  ['2 * 3', '<p>2 * 3</p>'],
  ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
  ['2 * 3 ** 4', '<p>2 * 3 ** 4</p>'],
  ['2 ** 3 ** 4', '<p>2 ** 3 ** 4</p>'],
  ['*a', '<p>*a</p>'],
  ['**a', '<p>**a</p>'],
  ['**a*', '<p>**a*</p>'],
  ['a**', '<p>a**</p>'],
  ['*a\nb*', '<p>*a<br>b*</p>'],
  ['**', '<p>**</p>'],
  ['***', '<p>***</p>'],
  ['****a****', '<p>****a****</p>'],
  // Links
  ['*a [b](https://c.example)* d', `<p><em>a ${link('https://c.example', 'b')}</em> d</p>`],
  ['**see [b](http://c.example/?d=e)**', `<p><strong>see ${link('http://c.example/?d=e', 'b')}</strong></p>`],
  ['[x](https://a.example/A_(b))', `<p>${link('https://a.example/A_(b)', 'x')}</p>`],
  ['([x](https://a.example/A_(b)_(c)))', `<p>(${link('https://a.example/A_(b)_(c)', 'x')})</p>`],
  ['[x](https://a.example/A_(b)', '<p>[x](https://a.example/A_(b)</p>'],
  ['[a*b](https://c.example/*d*) e*', `<p>${link('https://c.example/*d*', 'a*b')} e*</p>`],
  ['*a [b*c](https://d.example)', `<p>*a ${link('https://d.example', 'b*c')}</p>`],
  [
    '[a](https://b.example)[c](https://d.example)',
    `<p>${link('https://b.example', 'a')}${link('https://d.example', 'c')}</p>`,
  ],
  // Links that are text
  ['[a](javascript:alert)', '<p>[a](javascript:alert)</p>'],
  ['[a](JavaScript:alert(1))', '<p>[a](JavaScript:alert(1))</p>'],
  ['[a](data:text/html,b)', '<p>[a](data:text/html,b)</p>'],
  ['[a](//b.example)', '<p>[a](//b.example)</p>'],
  ['[a]( https://b.example)', '<p>[a]( https://b.example)</p>'],
  ['[a](https://b.example c)', '<p>[a](https://b.example c)</p>'],
  ['[a](https://)', '<p>[a](https://)</p>'],
  ['[](https://a.example)', '<p>[](https://a.example)</p>'],
  ['[a[b](https://c.example)', `<p>[a${link('https://c.example', 'b')}</p>`],
  ['[a [b] c](https://d.example)', '<p>[a [b] c](https://d.example)</p>'],
  ['[[a](https://b.example)](javascript:alert)', `<p>[${link('https://b.example', 'a')}](javascript:alert)</p>`],
  // HTML
  ['<b>*&*', '<p>&lt;b&gt;<em>&amp;</em></p>'],
  ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ['[<i>](https://a.example/?b&c)', `<p>${link('https://a.example/?b&amp;c', '&lt;i&gt;')}</p>`],
  ['[a](https://b.example/"onclick="c)', `<p>${link('https://b.example/&quot;onclick=&quot;c', 'a')}</p>`],
];

/** Texts of what has a meaning in Markdown or in HTML. */
export const markdownTexts = fc.string({
  unit: fc.constantFrom(...'*[]()-1. \n<>"&/:', '**', '[a](https://', '[b](javascript:', 'c'),
  maxLength: 30,
});
