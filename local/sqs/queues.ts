import { account, region } from '../credentials.ts';
import { refuseUnknown } from '../template/template-properties.ts';
import { noSuchQueue } from './errors.ts';

/** The properties of a template's `AWS::SQS::Queue`, with references resolved. Times are in seconds. */
export type QueueProperties = {
  QueueName?: string;
  VisibilityTimeout?: number;
  MessageRetentionPeriod?: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
  /** Encryption at rest and tags have no effect here. */
  SqsManagedSseEnabled?: boolean;
  Tags?: unknown;
};

const knownProperties = [
  'QueueName',
  'VisibilityTimeout',
  'MessageRetentionPeriod',
  'RedrivePolicy',
  'SqsManagedSseEnabled',
  'Tags',
];

export type Queue = {
  readonly name: string;
  readonly arn: string;
  readonly visibilityTimeout: number;
  readonly retention: number;
  readonly redrive: { readonly target: string; readonly maxReceiveCount: number } | undefined;
};

export const queueArn = (name: string) => `arn:aws:sqs:${region}:${account}:${name}`;
export const queueUrl = (endpoint: string, name: string) => `${endpoint}/${account}/${name}`;

function queue(name: string, properties: QueueProperties): Queue {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw new Error(`"${name}" is not the name of a standard queue.`);
  refuseUnknown(`Queue ${name}`, properties, knownProperties);
  const redrive = properties.RedrivePolicy;
  return {
    name,
    arn: queueArn(name),
    visibilityTimeout: properties.VisibilityTimeout ?? 30,
    retention: properties.MessageRetentionPeriod ?? 345_600,
    redrive: redrive && {
      target: redrive.deadLetterTargetArn.split(':').at(-1) ?? '',
      maxReceiveCount: redrive.maxReceiveCount,
    },
  };
}

/** The queues of one start. Only those in the configuration exist. */
export class Queues {
  readonly #byName: ReadonlyMap<string, Queue>;

  constructor(configured: readonly { name: string; properties: QueueProperties }[]) {
    this.#byName = new Map(configured.map(({ name, properties }) => [name, queue(name, properties)]));
    for (const { name, redrive } of this.#byName.values()) {
      if (redrive && !this.#byName.has(redrive.target)) {
        throw new Error(`Queue ${name}: its dead-letter queue "${redrive.target}" is not declared.`);
      }
    }
  }

  get all(): readonly Queue[] {
    return [...this.#byName.values()];
  }

  named(name: string): Queue {
    const found = this.#byName.get(name);
    if (!found) throw noSuchQueue();
    return found;
  }

  /** Returns a queue by URL. The host may be any, because a URL outlives the port it was created for. */
  at(url: string): Queue {
    const path = URL.parse(url)?.pathname ?? '';
    const name = path.startsWith(`/${account}/`) ? path.slice(account.length + 2) : '';
    return this.named(name);
  }

  withArn(arn: string): Queue | undefined {
    return this.#byName.values().find(queue => queue.arn === arn);
  }

  isDeadLetterQueue(queue: Queue): boolean {
    return this.#byName.values().some(({ redrive }) => redrive?.target === queue.name);
  }
}
