import { completedSortKey, newResponseId, responseAddress } from '../../shared/ids.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import { Dice } from './dice.ts';
import type { Facts, Response, Status, Values, Visit } from './facts.ts';
import { StoredItems } from './stored-items.ts';
import { newVisit, reported, saved } from './visit-facts.ts';
import { afterEvents, afterSave, type Reported, sha256, visitKey } from './visit-items.ts';

const minute = 60_000;
const fieldIds = ['name', 'email', 'age', 'city', 'topic', 'message'] as const;
const rules = ['required', 'email', 'maxLength', 'a rule of the browser'] as const;
const kinds = { name: 't', email: '-', age: 'n', city: 'o', topic: 'm', message: 't' } as const;
const cities = ['Berlin', 'Köln: Süd', 'other'] as const;
const topics = ['Sales', 'Support', 'Press'] as const;
const statuses = ['completed', 'partial', 'abandoned'] as const satisfies Status[];
const shardCount = 4;

type Session = { form: string; id: string; visit: Visit; response?: Response };

/**
 * Simulates visitors and programs that fill in forms at random. It records each step as a fact, and stores the items
 * that the endpoints would write, with their stream changes.
 */
export class Traffic {
  readonly facts: Facts;
  readonly items: StoredItems;
  readonly #forms: readonly [string, ...string[]];
  readonly #dice: Dice;
  readonly #sessions: Session[] = [];
  #now: number;

  /** @param random numbers in [0, 1) */
  constructor(environment: string, forms: readonly [string, ...string[]], random: () => number, streams = 3) {
    this.facts = { environment, visits: [], responses: [], views: [], errors: [] };
    this.items = new StoredItems(streams);
    this.#forms = forms;
    this.#dice = new Dice(random);
    this.#now = Date.now();
  }

  /** Runs until the stream has this many changes. */
  run(changes: number): void {
    const steps: (readonly [number, () => void])[] = [
      [36, () => this.#report(this.#session())],
      [20, () => this.#submit(this.#session(), 'browser', this.#dice.chance(0.55))],
      [6, () => this.#submit(this.#session(), 'server', this.#dice.chance(0.3))],
      [10, () => this.#newResponse(this.#dice.oneOf(this.#forms), this.#dice.chance(0.6) ? 'browser' : 'server')],
      [12, () => this.#changeStatus()],
      [6, () => this.#removeResponse()],
      [2, () => this.#importResponse()],
      [1, () => this.#purgeResponses()],
      [4, () => this.#restoreResponse()],
      [8, () => this.#mark()],
      [5, () => this.#refuse()],
      [2, () => this.#correct()],
      [3, () => this.#forget()],
      [1, () => this.items.split(this.#dice.roll())],
    ];
    const choices = steps.flatMap(([share, step]) => Array<typeof step>(share).fill(step));
    const newStreamAt = Math.floor(this.#dice.roll() * 2 * changes);
    let streams = 1;
    while (this.items.changes < changes) {
      if (streams === 1 && this.items.changes >= newStreamAt) streams = this.items.beginStream();
      this.#now += Math.floor(this.#dice.roll() ** 4 * 90 * minute);
      this.#dice.anyOf(choices)?.();
    }
  }

  /** Returns a recent visitor, or a new one. */
  #session(): Session {
    const recent = this.#dice.chance(0.75) ? this.#dice.anyOf(this.#sessions.slice(-30)) : undefined;
    if (recent) return recent;
    const form = this.#dice.oneOf(this.#forms);
    const session = { form, id: `session ${this.#sessions.length}`, visit: newVisit(this.facts, form) };
    this.#sessions.push(session);
    return session;
  }

  /** Reports events of a browser from the last quarter of an hour. Some reports are late. */
  #report(session: Session): void {
    const { form, id } = session;
    const at = this.#now - (this.#dice.chance(0.2) ? Math.floor(this.#dice.roll() * 20 * 60 * minute) : 0);
    const repeated = (type: string, share: number) =>
      this.#dice.chance(share) ? [{ type }, { type }].slice(+this.#dice.chance(0.5)) : [];
    const events: Reported[] = [
      ...repeated('view', 0.4),
      ...(this.#dice.chance(0.6) ? this.#dice.someOf(fieldIds).map(fieldId => ({ type: 'focus', fieldId })) : []),
      ...repeated('error', 0.3).map(error => ({
        ...error,
        fieldId: this.#dice.oneOf(fieldIds),
        rule: this.#dice.oneOf(rules),
      })),
      ...(this.#dice.chance(0.25) ? [{ type: 'abandon', fieldId: this.#dice.oneOf([undefined, ...fieldIds]) }] : []),
    ];
    if (events.length === 0) return;
    reported(this.facts, session.visit, at, events);
    const key = visitKey(form, id);
    this.items.write(key, afterEvents(this.items.get(key), this.facts.environment, iso(at), events));
  }

  /** Submits for a session: its first save, another one, its completion, or the first save of its next response. */
  #submit(session: Session, sender: 'browser' | 'server', completes: boolean): void {
    const answers = this.#dice.someOf(fieldIds);
    const { response } = session;
    if (!response || response.removed || response.status === 'completed') {
      session.response = this.#newResponse(session.form, sender, { session, completes, answers });
      if (sender === 'browser') this.#tie(session, answers, { completes, anew: response !== undefined });
      else this.#point(session);
      return;
    }
    response.answers = fieldIds.filter(id => response.answers.includes(id) || answers.includes(id));
    response.values = { ...response.values, ...this.#valuesOf(answers) };
    this.#setStatus(response, completes ? 'completed' : 'partial');
    const adds = answers.some(id => !session.visit.answered.has(id));
    const tells = completes || adds || session.visit.abandonedAt !== undefined;
    if (sender === 'browser' && tells) this.#tie(session, answers, { completes, anew: false });
  }

  #tie(session: Session, answers: string[], { completes, anew }: { completes: boolean; anew: boolean }): void {
    if (anew) session.visit = newVisit(this.facts, session.form, session.visit);
    const { form, id, visit, response } = session;
    saved(this.facts, visit, this.#now, answers, completes);
    const key = visitKey(form, id);
    const save = { answers, completes, responseId: response?.sortKey, anew };
    this.items.write(key, afterSave(this.items.get(key), this.facts.environment, iso(this.#now), save));
  }

  /** Ties a session to its response as a program does, without reporting on the visit. */
  #point({ form, id, visit, response }: Session): void {
    visit.leftResponse = true;
    const key = visitKey(form, id);
    this.items.write(key, {
      ...this.items.get(key),
      ...this.#common(),
      responseId: response?.sortKey,
      events: undefined,
    });
  }

  #common() {
    return { environmentId: this.facts.environment, at: iso(this.#now) };
  }

  #newResponse(
    form: string,
    source: Response['source'],
    ofVisit?: { session: Session; completes: boolean; answers: string[] },
    at = this.#now,
  ): Response {
    const address = responseAddress(newResponseId(form, shardCount, at));
    if (!address) throw new Error('A new id is the id of a response');
    const answers = ofVisit?.answers ?? this.#dice.someOf(fieldIds);
    const status = ofVisit ? (ofVisit.completes ? 'completed' : 'partial') : this.#dice.oneOf(statuses);
    const { id: session, visit, response: previous } = ofVisit?.session ?? {};
    const startedAt = previous ? undefined : visit?.startedAt;
    const response: Response = {
      ...{ form, sortKey: address.sortKey, shard: address.shard, at, savedAt: at, source },
      ...{ session, startedAt: startedAt !== undefined && startedAt < at ? startedAt : undefined },
      ...{ firstAnswers: answers, answers, status, removed: false, spam: false, wasCompleted: false },
      values: this.#valuesOf(answers),
    };
    this.facts.responses.push(response);
    this.#writeResponse(response);
    return response;
  }

  #writeResponse({ form, shard, sortKey, source, session, ...response }: Response): void {
    const { firstAnswers, answers, values, status, removed, spam, was, completes, startedAt, restoredAt } = response;
    const itemType = spam ? 'spam' : 'response';
    const isVisitOfItsOwn = source === 'browser' && session === undefined;
    const image = {
      ...{ status, was, completes, startedAt: startedAt === undefined ? undefined : iso(startedAt), restoredAt },
      gsi1pk: partitionOf(itemType, 'gsi1pk', { environmentId: this.facts.environment, indexShard: shard }),
      answers: JSON.stringify(Object.fromEntries(answers.map(id => [id, values[id as keyof Values] ?? 'answer']))),
      kinds: answers.map(id => kinds[id as keyof typeof kinds]).join(''),
      answeredFirst: isVisitOfItsOwn ? firstAnswers : undefined,
      meta: { source },
      visit: session === undefined ? undefined : sha256(session),
    };
    this.items.write(keyOf(itemType, { form, shard, sortKey }), removed ? undefined : image);
  }

  /** Sets the status of a response. Its first completion also moves it to the time of the completion. */
  #setStatus(response: Response, status: Status): void {
    const { status: before, wasCompleted } = response;
    const isMove = status === 'completed' && before !== status && !wasCompleted && this.#now > response.at;
    if (isMove) this.#writeResponse({ ...response, removed: true });
    if (before === 'completed' && status !== before) response.wasCompleted = true;
    response.status = status;
    if (isMove) {
      response.sortKey = completedSortKey(this.#now, response.sortKey);
      response.at = this.#now;
      response.completes = before;
      response.was = undefined;
      response.restoredAt = undefined;
    }
    this.#writeResponse(response);
  }

  #valuesOf(answers: readonly string[]): Values {
    return {
      ...(answers.includes('age') && { age: Math.floor(this.#dice.roll() * 100) }),
      ...(answers.includes('city') && { city: this.#dice.oneOf(cities) }),
      ...(answers.includes('topic') && { topic: this.#dice.someOf(topics) }),
    };
  }

  #anyResponse(): Response | undefined {
    const response = this.#dice.anyOf(this.facts.responses);
    return response?.removed ? undefined : response;
  }

  /** Changes a status as a member does, or as the service does after a day of silence. */
  #changeStatus(): void {
    const response = this.#anyResponse();
    if (!response) return;
    this.#setStatus(response, this.#dice.oneOf(statuses));
    const session = this.#sessions.find(each => each.response === response);
    if (!session || response.source === 'server') return;
    const key = visitKey(session.form, session.id);
    session.visit.completed = response.status === 'completed';
    this.items.write(key, { ...this.items.get(key), completed: session.visit.completed || undefined });
  }

  #removeResponse(): void {
    const response = this.#anyResponse();
    if (!response) return;
    response.removed = true;
    this.#writeResponse(response);
  }

  /** Imports a response of another product with its original time, after newer ones. */
  #importResponse(): void {
    const at = this.#now - Math.floor(this.#dice.roll() * 72 * 60 * minute);
    this.#newResponse(this.#dice.oneOf(this.#forms), 'import', undefined, at);
  }

  /** Removes many responses at once, as retention or an erasure does. */
  #purgeResponses(): void {
    for (let removals = 0; removals < 12; removals++) this.#removeResponse();
  }

  /** Restores a response from an archive, unchanged, into the shard for late rows. */
  #restoreResponse(): void {
    const removed = this.facts.responses.filter(each => each.removed && !each.spam && each.session === undefined);
    const response = this.#dice.anyOf(removed);
    if (!response) return;
    Object.assign(response, { removed: false, shard: '0', restoredAt: iso(this.#now) });
    Object.assign(response, { was: undefined, completes: undefined });
    this.#writeResponse(response);
  }

  /** Marks a response as spam, or as not spam. Its item moves, together with its visit if it has its own. */
  #mark(): void {
    const response = this.#anyResponse();
    if (!response || response.session !== undefined) return;
    this.#writeResponse({ ...response, removed: true });
    response.was = response.spam ? 'spam' : response.status;
    response.completes = undefined;
    response.restoredAt = undefined;
    response.spam = !response.spam;
    this.#writeResponse(response);
  }

  #correct(): void {
    const response = this.#anyResponse();
    if (!response) return;
    response.answers = this.#dice.someOf(fieldIds);
    response.values = this.#valuesOf(response.answers);
    this.#writeResponse(response);
  }

  #refuse(): void {
    const form = this.#dice.oneOf(this.#forms);
    const error = {
      field: this.#dice.oneOf(fieldIds),
      rule: this.#dice.oneOf(rules),
      times: Math.ceil(this.#dice.roll() * 50),
    };
    this.facts.errors.push({ form, at: this.#now, ...error });
    const slice = Math.floor(this.#dice.roll() * 16).toString(16);
    const key = keyOf('refusals', { form, slice, refusals: String(this.items.changes) });
    const image = { ...this.#common(), counts: JSON.stringify({ [error.field]: { [error.rule]: error.times } }) };
    this.items.write(key, image);
    // Repeat the write as if the answer to the first one was lost.
    if (this.#dice.chance(0.3)) this.items.write(key, image);
  }

  /** Expires a session. Its counts stay, and if it returns, it is a new visit. */
  #forget(): void {
    const session = this.#dice.anyOf(this.#sessions);
    if (!session) return;
    this.items.write(visitKey(session.form, session.id), undefined);
    session.visit = newVisit(this.facts, session.form);
    session.response = undefined;
  }
}

const iso = (at: number): string => new Date(at).toISOString();
