import { describe, expect, it } from '@jest/globals';
import { readSentForm } from '../../../../shared/http/pages/sent-form.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const read = (text: string, contentType = urlencoded) => readSentForm({ bytes: Buffer.from(text), contentType });
const refusal = (rule: string, message: string) => ({ status: 400, details: [{ field: '', rule, message }] });
const tooMany = refusal('maxFields', 'must have at most 1000 fields');

describe('what a form sent', () => {
  it.each([urlencoded, `${urlencoded.toUpperCase()} ; charset=utf-8`])('is read from %s', async contentType => {
    const { sent, files } = await read('a=1&b=x+y&a=%C3%A9&c=', contentType);
    expect([...sent]).toEqual([
      ['a', ['1', 'é']],
      ['b', ['x y']],
      ['c', ['']],
    ]);
    expect(files).toEqual([]);
  });

  it('is read from several parts, files apart, without those that nobody chose', async () => {
    const part = (name: string, content: string, file = '') =>
      `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    const parts = [
      ...[part('a', '1'), part('a', '2'), part('cv', 'me', '; filename="cv.pdf"'), part('none', '', '; filename=""')],
      part('empty', '', '; filename="empty.txt"'),
      part('nameless', 'me', '; filename=""'),
    ];
    const { sent, files } = await read(`${parts.join('')}--x--\r\n`, 'multipart/form-data; boundary=x');
    expect([...sent]).toEqual([['a', ['1', '2']]]);
    expect(files.map(({ name, file }) => [name, file.name, file.size])).toEqual([
      ['cv', 'cv.pdf', 2],
      ['empty', 'empty.txt', 0],
      ['nameless', '', 2],
    ]);
  });

  it('has a thousand fields at most', async () => {
    const fields = (count: number) => Array(count).fill('a=1').join('&');
    expect((await read(fields(1000))).sent.get('a')).toHaveLength(1000);
    await expect(read(fields(1001))).rejects.toMatchObject(tooMany);
    const parts = (count: number) => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'.repeat(count);
    // The last boundary counts as well.
    const sent = await read(`${parts(999)}--x--\r\n`, 'multipart/form-data; boundary="x"');
    expect(sent.sent.get('a')).toHaveLength(999);
    await expect(read(`${parts(1000)}--x--\r\n`, 'multipart/form-data; BOUNDARY=x')).rejects.toMatchObject(tooMany);
  });

  it('may hold what looks like many parts', async () => {
    const text = '--x'.repeat(1001);
    const part = `--xy\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--xy--\r\n`;
    expect((await read(part, 'multipart/form-data; boundary=xy')).sent.get('a')).toEqual([text]);
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=y'])(
    'is refused where its parts are none: %s',
    async type => {
      const message =
        'is not multipart/form-data as RFC 7578 has it; send it with the boundary that Content-Type names';
      await expect(read('--x\r\n'.repeat(1001), type)).rejects.toMatchObject(refusal('multipart', message));
    },
  );

  it.each([
    ['application/json', 'application/json'],
    ['', 'nothing'],
  ])('is refused as %j', async (contentType, named) => {
    await expect(read('{}', contentType)).rejects.toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
      message: `A form is sent as application/x-www-form-urlencoded or as multipart/form-data, not as ${named}. JSON goes to POST /v1/forms/{formId}/submissions.`,
    });
  });
});
