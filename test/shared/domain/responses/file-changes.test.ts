import { describe, expect, it } from '@jest/globals';
import {
  faultsOfUpload,
  fileBytesMax,
  fileChanges,
  fileIdsIn,
  fileIdsInText,
} from '../../../../shared/domain/responses/file-changes.ts';
import { newFileId, newId } from '../../../../shared/ids.ts';

const formId = newId('form');
const fields = ['cv', 'photo', 'constructor'].map(id => ({ id, type: 'file' as const }));
const newFile = () => newFileId(formId, Date.now());
const changes = (before: object, after: object) =>
  fileChanges(formId, [...fields, { id: 'name', type: 'text' }], { ...before }, { ...after });

describe('a change of answers', () => {
  it('attaches what names another file than before, and drops what is named no more', () => {
    const [one, two] = [newFile(), newFile()];
    expect(changes({}, { cv: one, name: 'Ada' })).toEqual({ attached: [{ fieldId: 'cv', fileId: one }], dropped: [] });
    expect(changes({ cv: one }, { cv: one, name: 'Ada' })).toEqual({ attached: [], dropped: [] });
    expect(changes({ cv: one }, { cv: two })).toEqual({ attached: [{ fieldId: 'cv', fileId: two }], dropped: [one] });
    expect(changes({ cv: one }, {})).toEqual({ attached: [], dropped: [one] });
    expect(changes({ cv: one }, { photo: one }).dropped).toEqual([]);
  });

  it('drops a file also of a field that the form no longer has', () => {
    const file = newFile();
    expect(changes({ gone: file }, {})).toEqual({ attached: [], dropped: [file] });
  });

  it('is not led astray by the name of a field', () => {
    const file = newFile();
    expect(changes({}, {}).attached).toEqual([]);
    expect(changes({}, { constructor: file }).attached).toEqual([{ fieldId: 'constructor', fileId: file }]);
  });
});

it('finds the ids of this form’s files among the answers, each once', () => {
  const file = newFile();
  const other = newFileId(newId('form'), Date.now());
  expect(fileIdsIn(formId, { a: file, b: file, c: other, d: `see ${file}`, e: 7, f: 'file_' })).toEqual([file]);
});

describe('a file that is announced', () => {
  const faults = (fieldId: string, size: number, of: Parameters<typeof faultsOfUpload>[0] = fields) =>
    faultsOfUpload(
      [...of, { id: 'name', type: 'text' }],
      { fieldId, size, fileName: 'Ada.pdf', contentType: 'application/pdf' },
      1000,
    );

  it('is for a field of type file, and no larger than they may be', () => {
    expect(faults('cv', 1000)).toEqual([]);
    expect(faults('name', 1001)).toEqual([
      {
        field: 'fieldId',
        rule: 'unknown',
        message: 'is not a file field of this form; it has: cv, photo, constructor',
      },
      { field: 'size', rule: 'maximum', message: 'must be <= 1000 bytes, the largest that a file may be' },
    ]);
  });

  it('is told ten of the fields at most, or that there are none', () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ id: `f${index}`, type: 'file' as const }));
    expect(faults('x', 1, many)[0]?.message).toMatch(/it has: f0, .*, f9$/);
    expect(faults('x', 1, [])[0]?.message).toBe('is not a file field of this form; it has none');
  });

  it.each<[string, string, string[], boolean]>([
    ['a.PDF', 'application/octet-stream', ['.pdf'], true],
    ['a.pdf.exe', 'application/pdf', ['.pdf'], false],
    ['a', 'IMAGE/png', ['image/*'], true],
    ['a.png', 'image/png', ['image/jpeg', 'text/*'], false],
    ['a', 'text/plain; charset=utf-8', ['text/plain'], true],
  ])('is called %s, of type %s, and fits %j or not', (fileName, contentType, accept, isFit) => {
    const found = faultsOfUpload(
      [{ id: 'cv', type: 'file', validate: { accept } }],
      { fieldId: 'cv', size: 1, fileName, contentType },
      1000,
    );
    expect(found.map(({ field, rule }) => `${field} ${rule}`)).toEqual(isFit ? [] : ['contentType accept']);
  });
});

it('finds the ids of files in a text that is no JSON any more', () => {
  const [one, two] = [newFile(), newFile()];
  const other = newFileId(newId('form'), Date.now());
  expect(fileIdsInText(formId, `{"a":"${one}","b":["${two}","${other}","${one}`)).toEqual([one, two]);
  expect(fileIdsInText(formId, '{"a":')).toEqual([]);
});

it('is as large as its field says, and never larger than the deployment', () => {
  const limited = [
    { id: 'cv', type: 'file' as const, validate: { maxBytes: 5 } },
    { id: 'photo', type: 'file' as const, validate: { maxBytes: 50 } },
    { id: 'any', type: 'file' as const },
  ];
  expect(['cv', 'photo', 'any', 'none'].map(id => fileBytesMax(limited, id, 20))).toEqual([5, 20, 20, 20]);
});

describe('the kind of a file', () => {
  const accept = ['image/*', '.PDF', 'text/plain'];
  const kinds = [
    { id: 'other', type: 'file' as const, validate: { accept: ['video/*'] } },
    { id: 'cv', type: 'file' as const, validate: { accept } },
  ];
  const rulesOf = (contentType: string, fileName = 'a.bin') =>
    faultsOfUpload(kinds, { fieldId: 'cv', fileName, contentType, size: 1 }, 9).map(({ rule }) => rule);

  it.each([
    ['image/png', 'a.bin'],
    ['IMAGE/PNG; q=1', 'a.bin'],
    ['application/pdf', 'a.pdf'],
    [' text/plain ;charset=utf-8', 'a.bin'],
  ])('is accepted: %s, %s', (contentType, fileName) => expect(rulesOf(contentType, fileName)).toEqual([]));

  it.each([
    ['imagex/png', 'a.bin'],
    ['application/pdf', 'a.pdf.exe'],
    ['text/plainer', 'a.bin'],
    ['text/html', 'a.bin'],
  ])('is refused: %s, %s', (contentType, fileName) => expect(rulesOf(contentType, fileName)).toEqual(['accept']));

  it('is named in the fault', () => {
    const [fault] = faultsOfUpload(kinds, { fieldId: 'cv', fileName: 'a', contentType: 'x/y', size: 1 }, 9);
    expect(fault).toEqual({
      ...{ field: 'contentType', rule: 'accept' },
      message: 'must be what the field accepts, by its type or its name: image/*, .PDF, text/plain',
    });
  });
});
