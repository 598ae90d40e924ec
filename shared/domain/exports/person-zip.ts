import type { PersonHead, PersonRecord } from './person-file.ts';
import { personPage } from './person-page.ts';
import { type ZipEntry, zipOf } from './zip.ts';

type PersonsData = {
  /** Opens the file for programs. */
  readonly data: () => ZipEntry['content'];
  /** Reads the responses in it. */
  readonly records: () => AsyncIterable<PersonRecord>;
  /** The uploaded files, and where they go in the archive. */
  readonly files: AsyncIterable<ZipEntry & { readonly id: string }>;
};

/** Yields an archive of what is stored about a person: for programs, for people, and the uploaded files. */
export const personZip = (head: PersonHead, data: PersonsData): AsyncGenerator<Buffer> => zipOf(entriesOf(head, data));

async function* entriesOf(head: PersonHead, { data, records, files }: PersonsData): AsyncGenerator<ZipEntry> {
  yield { path: 'data.json', content: data() };
  const paths = new Map<string, string>();
  for await (const { id, path, content } of files) {
    yield { path, content };
    paths.set(id, path);
  }
  // The page is last, because it links the files that are there.
  yield { path: 'index.html', content: personPage(head, records(), paths) };
}
