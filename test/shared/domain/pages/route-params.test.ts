import { expect, it } from '@jest/globals';
import { routeParams } from '../../../../shared/domain/pages/route-params.ts';

it.each([
  ['/', '/', {}],
  ['/forms', '/forms', {}],
  ['/forms/:id/edit', '/forms/form_1/edit', { id: 'form_1' }],
  ['/forms/:id/edit', '/forms/form_1/edit/', { id: 'form_1' }],
  ['/forms/:id/:part', '/forms/a%2Fb/%zz', { id: 'a/b', part: '%zz' }],
  ['/forms/:id', '/forms', undefined],
  ['/forms/:id', '/forms/form_1/edit', undefined],
  ['/forms/:id/edit', '/forms/form_1/share', undefined],
  ['/forms', '/users', undefined],
])('the route %s has in %s the parameters %j', (route, path, params) =>
  expect(routeParams(route, path)).toEqual(params),
);
