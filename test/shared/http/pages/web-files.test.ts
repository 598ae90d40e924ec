import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { webFiles } from '../../../../shared/http/pages/web-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'web-files-'));
const style = 'p{width:25px}';

beforeAll(() => {
  process.env.LAMBDA_TASK_ROOT = directory;
  mkdirSync(join(directory, 'web/embed/words'), { recursive: true });
  writeFileSync(join(directory, 'outside.js'), 'not for browsers');
  writeFileSync(join(directory, 'web/page.css'), style);
  for (const name of ['index.html', 'embed.js', 'embed.mjs', 'words/de.json', 'note.txt', 'icon.svg', 'LICENSE'])
    writeFileSync(join(directory, 'web/embed', name), `The content of ${name}`);
});
afterAll(() => {
  delete process.env.LAMBDA_TASK_ROOT;
  rmSync(directory, { recursive: true });
});

it('the files for browsers are those below one folder, read once, each with its type and hash', () => {
  const files = webFiles();
  expect(Object.fromEntries([...files].map(([path, { type }]) => [path, type]))).toEqual({
    'page.css': 'text/css; charset=utf-8',
    'embed/index.html': 'text/html; charset=utf-8',
    'embed/embed.js': 'text/javascript; charset=utf-8',
    'embed/embed.mjs': 'text/javascript; charset=utf-8',
    'embed/words/de.json': 'application/json; charset=utf-8',
    'embed/note.txt': 'text/plain; charset=utf-8',
    'embed/icon.svg': 'application/octet-stream',
    'embed/LICENSE': 'application/octet-stream',
  });
  expect(files.get('embed/words/de.json')?.body).toBe('The content of words/de.json');
  // Only the ETag goes without the + and / of the hash.
  expect(files.get('page.css')).toMatchObject({
    body: style,
    etag: '"G2PYhHA9Nn-VcGCfenPm-h"',
    integrity: 'sha384-G2PYhHA9Nn+VcGCfenPm/hqq3r+Et8aDrTdYximm4Ltwke+DohAylV4IgJAs33zG',
  });
  writeFileSync(join(directory, 'web/later.js'), 'later');
  expect(webFiles()).toBe(files);
});
