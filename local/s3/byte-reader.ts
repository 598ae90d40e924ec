import type { Readable } from 'node:stream';
import { incompleteBody, invalidRequest } from './errors.ts';

/** Takes a stream of bytes apart without holding more of it than a chunk. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream.iterator({ destroyOnReturn: false });
  }

  /** Lets go of the stream, whatever is left in it. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#chunks.next();
    if (done) throw incompleteBody();
    this.#rest = Buffer.concat([this.#rest, value]);
  }

  /** So many bytes, in pieces. */
  async *take(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** What comes before the delimiter, in pieces; the delimiter is taken too. */
  async *until(delimiter: string): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#rest.indexOf(delimiter);
      // The end of a piece may be the beginning of the delimiter.
      const end = at < 0 ? Math.max(0, this.#rest.length - delimiter.length + 1) : at;
      const piece = this.#rest.subarray(0, end);
      this.#rest = this.#rest.subarray(at < 0 ? end : at + delimiter.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await this.#more();
    }
  }

  /** What comes before the delimiter, as UTF-8; refused beyond `max` bytes. */
  async text(delimiter: string, max: number): Promise<string> {
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of this.until(delimiter)) {
      size += piece.length;
      if (size > max) throw invalidRequest(`A line or field of the body is longer than ${max} bytes.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString();
  }
}
