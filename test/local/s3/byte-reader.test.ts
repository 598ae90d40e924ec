import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { ByteReader } from '../../../local/s3/byte-reader.ts';

const bytes = Buffer.from('line\r\n12345\r\n--x\r\n--boundary\r\nrest');

/** A reader of the same bytes, in chunks of a size. */
function reader(size: number): ByteReader {
  const count = Math.ceil(bytes.length / size);
  return new ByteReader(
    Readable.from(Array.from({ length: count }, (_, n) => bytes.subarray(n * size, (n + 1) * size))),
  );
}

async function all(pieces: AsyncIterable<Buffer>): Promise<string> {
  const found: Buffer[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found).toString();
}

it('reads the same wherever the chunks end', async () => {
  for (let size = 1; size <= bytes.length; size += 1) {
    const from = reader(size);
    expect(await from.text('\r\n', 4)).toBe('line');
    expect(await all(from.take(5))).toBe('12345');
    expect(await all(from.until('\r\n--boundary'))).toBe('\r\n--x');
    expect(await from.text('\r\n', 0)).toBe('');
    expect(await all(from.take(4))).toBe('rest');
  }
});

it('refuses a stream that ends too soon or a text that is too long', async () => {
  await expect(all(reader(3).until('none'))).rejects.toMatchObject({ code: 'IncompleteBody' });
  await expect(all(reader(3).take(1000))).rejects.toMatchObject({ code: 'IncompleteBody' });
  await expect(reader(3).text('\r\n', 3)).rejects.toMatchObject({ code: 'InvalidRequest' });
});
