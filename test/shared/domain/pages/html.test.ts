import { expect, it } from '@jest/globals';
import { html } from '../../../../shared/domain/pages/html.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc } from '../../../support/properties.ts';

it('shows text as text, between tags and in attributes', () => {
  const hostile = `"><script>alert('x')</script>&amp;`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
  expect(html`<p title="${hostile}">${hostile}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
});

it('lets no text end what it stands in', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), text => {
      expect(html`${text}`.text).not.toMatch(/[<>"']/);
    }),
  );
});

it('takes markup as it is, lists one after the other, and nothing for false and undefined', () => {
  const items = ['a', '<b>'].map(item => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${false}${undefined}${0}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul>0');
});
