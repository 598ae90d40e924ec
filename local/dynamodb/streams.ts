import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { accessKeyId, region } from '../credentials.ts';
import type { StreamRecord } from '../events/stream-records.ts';

export type Shard = { readonly ShardId: string; readonly ParentShardId?: string };

type StreamDescription = { readonly Shards: readonly Shard[]; readonly LastEvaluatedShardId?: string };
type RecordPage = { readonly Records: readonly StreamRecord[]; readonly NextShardIterator?: string };

/** The engines require a signature and read from it whose data is meant, but don't verify it. */
const signature = {
  'x-amz-date': '20120810T000000Z',
  authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20120810/${region}/dynamodb/aws4_request, SignedHeaders=host, Signature=none`,
};

/**
 * Reads DynamoDB Streams in their own JSON, which functions get. The SDK would parse all records only for them to be
 * serialized again, which took longer than the rest of a reader's work. Errors have the API's names.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
 */
export class StreamsClient {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
  }

  destroy(): void {
    this.#agent.destroy();
  }

  /** Returns all shards of a stream. */
  async shards(StreamArn: string): Promise<Shard[]> {
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const input = { StreamArn, ExclusiveStartShardId: last };
      const { StreamDescription } = await this.#call<{ StreamDescription: StreamDescription }>('DescribeStream', input);
      shards.push(...StreamDescription.Shards);
      last = StreamDescription.LastEvaluatedShardId;
    } while (last);
    return shards;
  }

  /** Returns an iterator that starts after a record, or at the oldest. */
  async iterator(StreamArn: string, ShardId: string, after: string | undefined): Promise<string | undefined> {
    const ShardIteratorType = after ? 'AFTER_SEQUENCE_NUMBER' : 'TRIM_HORIZON';
    const input = { StreamArn, ShardId, ShardIteratorType, SequenceNumber: after };
    return (await this.#call<{ ShardIterator?: string }>('GetShardIterator', input)).ShardIterator;
  }

  /** Returns the next records and the next iterator, which is undefined at the end of a shard. */
  records(ShardIterator: string, Limit: number): Promise<RecordPage> {
    return this.#call<RecordPage>('GetRecords', { ShardIterator, Limit });
  }

  async #call<Output extends object>(operation: string, input: object): Promise<Output> {
    const { status, body } = await this.#post(`DynamoDBStreams_20120810.${operation}`, JSON.stringify(input));
    const output = JSON.parse(body) as Output & { __type?: string; message?: string };
    if (status === 200) return output;
    const name = String(output.__type).split('#').at(-1);
    throw Object.assign(new Error(`${operation}: ${output.message ?? body}`), { name });
  }

  #post(target: string, body: string): Promise<{ status: number | undefined; body: string }> {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': target,
      ...signature,
    };
    return new Promise((resolve, reject) => {
      request(this.#endpoint, { method: 'POST', agent: this.#agent, headers })
        .on('error', reject)
        .on('response', response => {
          text(response).then(answer => resolve({ status: response.statusCode, body: answer }), reject);
        })
        .end(body);
    });
  }
}
