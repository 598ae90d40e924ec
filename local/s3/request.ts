import type { IncomingMessage } from 'node:http';
import { S3Error } from './errors.ts';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

export class S3Request {
  readonly message: IncomingMessage;
  readonly method: string;
  /** The decoded path: `..` means nothing in a key. */
  readonly path: string;
  readonly bucketName: string;
  /** The key; empty for the bucket itself. */
  readonly key: string;
  /** Decoded names and values, in their original order. */
  readonly query: readonly (readonly [name: string, value: string])[];

  constructor(message: IncomingMessage) {
    const [path = '', query = ''] = (message.url ?? '').split(/\?(.*)/s, 2);
    this.message = message;
    this.method = message.method ?? '';
    this.path = decoded(path);
    const [, bucketName = '', key = ''] = /^\/([^/]*)\/?(.*)$/s.exec(this.path) ?? [];
    this.bucketName = bucketName;
    this.key = key;
    this.query = query
      .split('&')
      .filter(pair => pair !== '')
      .map(pair => {
        const [name = '', value = ''] = pair.replaceAll('+', ' ').split(/=(.*)/s, 2);
        return [decoded(name), decoded(value)];
      });
    if (Buffer.byteLength(key) > 1024) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long');
  }

  parameter(name: string): string | undefined {
    return this.query.find(([other]) => other === name)?.[1];
  }

  /** Returns a header. The presigner moves `x-amz-` headers to the query, where they mean the same. */
  header(name: string): string | undefined {
    const value = this.message.headers[name];
    if (value !== undefined) return String(value);
    return name.startsWith('x-amz-') ? this.query.find(([other]) => other.toLowerCase() === name)?.[1] : undefined;
  }

  /** Returns the names of all `x-amz-` headers, in the headers or the query, in lower case. */
  amzHeaders(): string[] {
    const names = [...Object.keys(this.message.headers), ...this.query.map(([name]) => name.toLowerCase())];
    return names.filter(name => name.startsWith('x-amz-'));
  }
}
