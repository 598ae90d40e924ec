/**
 * The final facts about each visit and response, recorded without counters. This file derives the expected counters
 * from them by definition, without the service's code.
 */
export type Status = 'completed' | 'partial' | 'abandoned';

/**
 * The starts and views of all visits of a session, as its item has them. A start without a view counts as a view until
 * the view is reported.
 */
type Seen = { starts: number; views: number; untold: number };

/** A visit, from its start to the start of the next one of the same session. Times are ms since the epoch. */
export type Visit = {
  form: string;
  seen: Seen;
  startedAt?: number;
  /** Each field that the visitor reached: by a focus, or only by its answer. */
  reachedBy: Map<string, 'focus' | 'answer'>;
  answered: Set<string>;
  last?: string;
  completed: boolean;
  abandonedAt?: number;
  leftResponse: boolean;
};

/** The answers that a summary counts. Email addresses aren't among them. */
export type Values = {
  age?: number;
  city?: string;
  topic?: readonly string[];
};

export type Response = {
  form: string;
  sortKey: string;
  shard: string;
  /** The time of its submission. `savedAt` is the time of its first save. */
  at: number;
  savedAt: number;
  /** The first event of its visit, if that was earlier. */
  startedAt?: number;
  source: 'browser' | 'server' | 'import';
  /** The session that it belongs to. */
  session?: string;
  /** The fields that were answered at its first save. */
  firstAnswers: string[];
  answers: string[];
  /** The values of its answers. */
  values: Values;
  status: Status;
  removed: boolean;
  /** Whether it is in the spam folder. `was` is where it was before its last move to or from there. */
  spam: boolean;
  was?: Status | 'spam';
  /** Whether it was completed earlier but isn't now. `completes` is its status before its completion moved it. */
  wasCompleted: boolean;
  completes?: Status;
  /** The time when it was restored from an archive. */
  restoredAt?: string;
};

export type Facts = {
  environment: string;
  visits: Visit[];
  responses: Response[];
  /**
   * The views, with unreported ones at the time of their start. If such a view is reported later, an entry of -1
   * cancels the first.
   */
  views: { form: string; at: number; times: number }[];
  errors: { form: string; at: number; field: string; rule: string; times: number }[];
};

/** The expected value of each counter, such as `env_1 HOUR#2026-03-01T22 c 0`. Counters of 0 are left out. */
export type Counters = Map<string, number>;

const knownRules = new Set(['required', 'email', 'maxLength']);

export function countersOf(facts: Facts): Counters {
  const recount = new Recount(facts.environment);
  for (const { form, at, times } of facts.views) recount.inHour(form, at, 'v', times);
  for (const { form, at, field, rule, times } of facts.errors) {
    recount.ofField(form, at, `e:${field}:${knownRules.has(rule) ? rule : 'other'}`, times);
  }
  for (const visit of facts.visits) recount.visit(visit);
  for (const response of facts.responses) recount.response(response);
  return recount.counters;
}

class Recount {
  readonly counters: Counters = new Map();
  readonly #environment: string;

  constructor(environment: string) {
    this.#environment = environment;
  }

  inHour(form: string, at: number, letter: string, times = 1): void {
    for (const scope of [form, this.#environment]) {
      this.#count(`${scope} HOUR#${hourAt(at)} ${letter} ${quarterAt(at)}`, times);
    }
  }

  ofField(form: string, at: number, attribute: string, times = 1): void {
    this.#count(`${form} HOUR#${hourAt(at)} ${attribute} ${quarterAt(at)}`, times);
  }

  visit({ form, startedAt, reachedBy, answered, last, completed, abandonedAt, leftResponse }: Visit): void {
    if (startedAt === undefined) return;
    this.inHour(form, startedAt, 'b');
    for (const [field, by] of reachedBy) this.ofField(form, startedAt, `${by === 'focus' ? 'f' : 'n'}:${field}`);
    for (const field of answered) if (reachedBy.get(field) === 'focus') this.ofField(form, startedAt, `g:${field}`);
    if (last && !completed) this.ofField(form, startedAt, `d:${last}`);
    if (abandonedAt !== undefined && !leftResponse) this.inHour(form, abandonedAt, 'w');
  }

  response(response: Response): void {
    if (response.spam) this.spam(response);
    else this.inbox(response);
  }

  /** Counts it as blocked, even after its removal, and in the spam lists only while it exists. */
  spam({ form, at, status, removed }: Response): void {
    this.inHour(form, at, 'h');
    const letter = status.slice(0, 1);
    for (const scope of removed ? [] : [`${form}:spam`, `${this.#environment}:spam`]) {
      this.#count(`${scope} TOTAL ${letter} 0`);
      this.#count(`${scope} HOUR#${hourAt(at)} ${letter} ${quarterAt(at)}`);
    }
  }

  inbox(response: Response): void {
    const { form, at, savedAt, source, session, firstAnswers, status, removed } = response;
    const letter = status.slice(0, 1);
    if (!removed && status === 'completed') this.summary(response);
    this.inHour(form, at, removed ? letter.toUpperCase() : letter);
    if (!removed) for (const scope of [form, this.#environment]) this.#count(`${scope} TOTAL ${letter} 0`);
    if (source !== 'browser' && status === 'completed') this.inHour(form, at, 'S');
    if (source !== 'browser') return;
    if (status === 'completed') this.#completedLater(response);
    if (session !== undefined) return;
    this.inHour(form, savedAt, 'v');
    this.inHour(form, savedAt, 'b');
    for (const field of firstAnswers) this.ofField(form, savedAt, `n:${field}`);
    if (status !== 'completed') this.ofField(form, savedAt, `d:${firstAnswers.at(-1)}`);
  }

  /** Moves the count of its completion to the quarter hour in which it started. */
  #completedLater({ form, at, savedAt, startedAt = savedAt }: Response): void {
    this.inHour(form, startedAt, 'm');
    this.inHour(form, at, 'm', -1);
  }

  /** Counts the answers of an existing completed response, as a summary does. */
  summary({ form, at, answers, values: { age, city, topic } }: Response): void {
    const add = (name: string, times = 1) =>
      this.#count(`${form}:answers HOUR#${hourAt(at)} ${name} ${quarterAt(at)}`, times);
    add('c');
    for (const field of answers) if (field !== 'email') add(`t:${field}`);
    if (age !== undefined) {
      add(`h:age:${age}`);
      add('s:age:0', age);
      add('q:age:0', age * age);
    }
    if (city !== undefined) add(`o:city:${city.replace(':', '%3A')}`);
    for (const each of topic ?? []) add(`o:topic:${each}`);
  }

  #count(name: string, times = 1): void {
    const count = (this.counters.get(name) ?? 0) + times;
    if (count === 0) this.counters.delete(name);
    else this.counters.set(name, count);
  }
}

const hourAt = (at: number): string => new Date(at).toISOString().slice(0, 13);

const quarterAt = (at: number): number => Math.floor(new Date(at).getUTCMinutes() / 15);
