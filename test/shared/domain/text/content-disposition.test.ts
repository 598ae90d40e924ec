import { describe, expect, it } from '@jest/globals';
import { attachment, fileAttachment } from '../../../../shared/domain/text/content-disposition.ts';
import { anyCharacter } from '../../../support/any-character.ts';
import { fc } from '../../../support/properties.ts';

describe('the name of a download', () => {
  it.each([
    ['Contact us', 'attachment; filename="Contact us.csv"'],
    ['../../etc/passwd', 'attachment; filename="etc passwd.csv"'],
    ['a"b\r\nSet-Cookie: x', 'attachment; filename="a b Set-Cookie x.csv"'],
    ['.hidden ', 'attachment; filename="hidden.csv"'],
    ['', 'attachment; filename="export.csv"'],
    ['///', 'attachment; filename="export.csv"'],
    ['\u202egpj', 'attachment; filename="gpj.csv"'],
    ['Größe 1', `attachment; filename="Gr__e 1.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.csv`],
    ["it's 5%", `attachment; filename="it_s 5_.csv"; filename*=UTF-8''it%27s%205%25.csv`],
  ])('keeps what it can of %j', (name, header) => {
    expect(attachment(name, 'csv')).toBe(header);
  });

  it.each([
    ['cv.pdf', 'attachment; filename="cv.pdf"'],
    ['CV', 'attachment; filename="CV"'],
    ['.htaccess', 'attachment; filename="file.htaccess"'],
    ['a.tar.gz', 'attachment; filename="a.tar.gz"'],
    [`${'x'.repeat(250)}.pdf`, `attachment; filename="${'x'.repeat(100)}.pdf"`],
    ['cv\u202efdp.exe', 'attachment; filename="cv fdp.exe"'],
    ['what?.p"d', 'attachment; filename="what .p d"'],
    ['履歴書.pdf', `attachment; filename="___.pdf"; filename*=UTF-8''%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf`],
  ])('is a file’s own, with its extension: %j', (name, header) => {
    expect(fileAttachment(name)).toBe(header);
  });

  it('is at most 100 characters long', () => {
    expect(attachment('x'.repeat(1_000), 'csv')).toBe(`attachment; filename="${'x'.repeat(100)}.csv"`);
  });

  it('is a valid header whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), name => {
        expect(attachment(name, 'csv')).toMatch(
          /^attachment; filename="[^"\\%/]+\.csv"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/,
        );
      }),
    );
  });
});
