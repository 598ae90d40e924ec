import { setTimeout as sleep } from 'node:timers/promises';
import { type AttributeValue, DeleteItemCommand, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { readJson, writeJson } from '../data-folder.ts';
import type { TableResource } from '../template/assembly.ts';

type AttributeMap = Record<string, AttributeValue>;

const dayMillis = 86_400_000;

/**
 * Deletes expired items, which the engines don't do reliably, and remembers them. The stream record of such a removal
 * names the service as its author, so that readers can distinguish it from a client's.
 */
export class TimeToLive {
  readonly #client: DynamoDBClient;
  readonly #file: string;
  /** The time of each deletion, by key and expiry. */
  readonly #expired: Map<string, number>;
  readonly #stopped = new AbortController();

  constructor(client: DynamoDBClient, file: string) {
    this.#client = client;
    this.#file = file;
    this.#expired = new Map((readJson(file) ?? []) as [string, number][]);
  }

  /** Sweeps repeatedly, with longer breaks for larger tables. */
  async run(table: TableResource, restSeconds = 60): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const started = performance.now();
      await this.sweep(table).catch(() => {});
      const rest = Math.max(restSeconds * 1000, 50 * (performance.now() - started));
      await sleep(rest, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Deletes the items that are expired by now, and returns their number. */
  async sweep({ name, ttlAttribute, keySchema }: TableResource, now = Date.now()): Promise<number> {
    if (!ttlAttribute) return 0;
    const keyNames = keySchema.map(key => String(key.AttributeName));
    const seconds = (millis: number) => ({ N: String(Math.floor(millis / 1000)) });
    let deleted = 0;
    let position: AttributeMap | undefined;
    do {
      const page = await this.#client.send(
        new ScanCommand({
          TableName: name,
          // AWS, too, treats a time of more than five years ago as a mistake.
          FilterExpression: '#ttl <= :now AND #ttl > :fiveYearsAgo',
          ExpressionAttributeNames: { '#ttl': ttlAttribute },
          ExpressionAttributeValues: { ':now': seconds(now), ':fiveYearsAgo': seconds(now - 5 * 365 * dayMillis) },
          ExclusiveStartKey: position,
        }),
      );
      const items = page.Items ?? [];
      this.#remember(name, items, keyNames, ttlAttribute, now);
      for (const item of items) deleted += await this.#delete(name, item, keyNames, ttlAttribute);
      position = page.LastEvaluatedKey;
    } while (position && !this.#stopped.signal.aborted);
    return deleted;
  }

  /** Whether this sweep removed an item. */
  removed(tableName: string, keys: AttributeMap, ttl: AttributeValue | undefined): boolean {
    return this.#expired.has(identity(tableName, keys, ttl));
  }

  #remember(
    tableName: string,
    items: readonly AttributeMap[],
    keyNames: readonly string[],
    ttlAttribute: string,
    now: number,
  ) {
    if (items.length === 0) return;
    for (const item of items) this.#expired.set(identity(tableName, pick(item, keyNames), item[ttlAttribute]), now);
    for (const [key, at] of this.#expired) if (at < now - dayMillis) this.#expired.delete(key);
    writeJson(this.#file, [...this.#expired]);
  }

  async #delete(
    tableName: string,
    item: AttributeMap,
    keyNames: readonly string[],
    ttlAttribute: string,
  ): Promise<number> {
    const expiry = item[ttlAttribute];
    if (!expiry) return 0;
    try {
      await this.#client.send(
        new DeleteItemCommand({
          TableName: tableName,
          Key: pick(item, keyNames),
          ConditionExpression: '#ttl = :ttl',
          ExpressionAttributeNames: { '#ttl': ttlAttribute },
          ExpressionAttributeValues: { ':ttl': expiry },
        }),
      );
      return 1;
    } catch (error) {
      if ((error as Error).name === 'ConditionalCheckFailedException') return 0;
      throw error;
    }
  }
}

function pick(item: AttributeMap, names: readonly string[]): AttributeMap {
  return Object.fromEntries(names.flatMap(name => (item[name] ? [[name, item[name]]] : [])));
}

function identity(tableName: string, keys: AttributeMap, ttl: AttributeValue | undefined): string {
  const sorted = Object.entries(keys).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([tableName, sorted, ttl]);
}
