import { expect, it } from '@jest/globals';
import { updateOrganization } from '../../../../shared/contracts/accounts/organizations.ts';
import { slugOf } from '../../../../shared/domain/accounts/slug.ts';
import { newId } from '../../../../shared/ids.ts';

const pattern = new RegExp(updateOrganization.body.properties.slug.pattern);

it.each([
  ['Example', 'example'],
  ['Bär & Söhne', 'bar-sohne'],
  ['  --Größe 12-- ', 'gro-e-12'],
  ['ＦＵＬＬ width', 'full-width'],
])('makes a slug of the name %s', (name, slug) => {
  expect(slugOf(name, newId('organization'))).toBe(slug);
});

it.each(['日本', '!!!', 'é'.repeat(255), 'a '.repeat(127), `${'a'.repeat(62)} b`, 'x'.repeat(255)])(
  'makes a slug that the contract takes of %s',
  name => {
    const slug = slugOf(name, newId('organization'));
    expect(slug).toMatch(pattern);
    expect(slug.length).toBeLessThanOrEqual(63);
  },
);
