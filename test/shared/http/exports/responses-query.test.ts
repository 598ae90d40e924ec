import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../../../../shared/errors.ts';
import { checkListQuery, columnsOf, linkToNext } from '../../../../shared/http/exports/responses-query.ts';

const faultsOf = (check: () => unknown): string[] => {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.details.map(({ field, rule, message }) => `${field} ${rule}: ${message}`);
  }
  return [];
};
const refused = (query: object) => faultsOf(() => checkListQuery({ format: 'json', ...query } as never));

describe('the query of a list', () => {
  it.each([
    [{}],
    [{ format: 'csv', columns: 'name', timezone: 'Europe/Berlin', delimiter: ';' }],
    [{ format: 'jsonl', columns: 'name' }],
    [{ q: 'x', form: true, folder: 'restricted', form_id: 'form_1' }],
    [{ format: 'csv', q: 'x', form_id: 'form_1' }],
    [{ folder: 'spam' }],
  ])('is taken: %j', query => expect(refused(query)).toEqual([]));

  it.each<[object, string[]]>([
    [{ columns: 'name' }, ['columns noEffect: is for an export: add format=csv, format=xlsx or format=jsonl']],
    [{ timezone: 'UTC' }, ['timezone noEffect: is for an export: add format=csv, format=xlsx or format=jsonl']],
    [{ delimiter: ';' }, ['delimiter noEffect: is for an export: add format=csv, format=xlsx or format=jsonl']],
    [{ format: 'xlsx', delimiter: ';' }, ['delimiter noEffect: is for a CSV file: add format=csv']],
    [
      { format: 'csv', folder: 'restricted', form_id: 'form_1' },
      ['folder restricted: can’t be exported while restricted; send format=json'],
    ],
    [{ format: 'csv', form: true, form_id: 'form_1' }, ['form noEffect: is for a page: remove it, or remove format']],
    [{ folder: 'restricted', q: 'x' }, ['form_id required: is required with folder: name the form']],
    [{ form: true }, ['form_id required: is required with form: name the form']],
    [{ form: true, language: 'de' }, ['form_id required: is required with language: name the form']],
    ...['answers', 'q', 'handling', 'assignee', 'source', 'origin', 'language', 'browser'].map(
      (name): [object, string[]] => [{ [name]: 'x' }, [`form_id required: is required with ${name}: name the form`]],
    ),
  ])('is refused for what does nothing, or lacks something: %j', (query, faults) =>
    expect(refused(query)).toEqual(faults),
  );

  it('is refused for every fault at once, and for its time zone alone', () => {
    expect(refused({ columns: 'a', delimiter: ';', q: 'x' })).toHaveLength(3);
    expect(refused({ format: 'csv', timezone: 'here' })).toEqual([expect.stringMatching(/^timezone timezone: /)]);
  });
});

describe('the columns of an export', () => {
  const columns = { columns: [{ id: 'name' }, { id: 'age' }], retired: [{ id: 'old' }] };
  const namesOf = (query: object) => columnsOf(query as never, columns)?.map(({ name }) => name);

  it('are the usual ones, or those that are named, or whole responses', () => {
    expect(namesOf({ format: 'csv' })).toEqual(['id', 'formId', 'status', 'submittedAt', 'name', 'age', 'old']);
    expect(namesOf({ format: 'csv', columns: 'old,name' })).toEqual(['old', 'name']);
    expect(namesOf({ format: 'jsonl', columns: 'age' })).toEqual(['age']);
    expect(namesOf({ format: 'jsonl' })).toBeUndefined();
    expect(faultsOf(() => namesOf({ format: 'csv', columns: 'nmae' }))).toEqual([expect.stringContaining('columns')]);
  });
});

it('links to the rest of a list from a cursor on', () => {
  const link = (queryStringParameters: object | null) =>
    linkToNext({ baseUrl: 'https://a.example', event: { queryStringParameters } as never }, 'c 1');
  expect(link({ format: 'csv', offset: '5', cursor: 'old', q: 'a&b', empty: undefined })).toBe(
    'https://a.example/responses?format=csv&cursor=c+1&q=a%26b&empty=',
  );
  expect(link(null)).toBe('https://a.example/responses?cursor=c+1');
});
