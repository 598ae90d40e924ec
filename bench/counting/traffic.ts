import { newResponseId, responseAddress } from '../../shared/ids.ts';
import { keyOf, partitionOf } from '../../shared/store/keys.ts';
import type { Facts, Response, Status, Visit } from './facts.ts';
import { StoredItems } from './stored-items.ts';
import { afterEvents, afterSave, type Reported, sha256, visitKey } from './visit-items.ts';

const minute = 60_000;
const fieldIds = ['name', 'email', 'age', 'city', 'topic', 'message'];
const rules = ['required', 'email', 'maxLength', 'a rule of the browser'];
const statuses: readonly Status[] = ['completed', 'partial', 'abandoned'];
const shardCount = 4;

type Session = { form: string; id: string; visit: Visit; response?: Response };

/**
 * Visitors and programs that fill in forms at random, as the endpoints write what they do: every step is told as a fact, and
 * stored as items of the table with the changes that its stream has of them.
 */
export class Traffic {
  readonly facts: Facts;
  readonly items: StoredItems;
  readonly #forms: readonly string[];
  readonly #random: () => number;
  readonly #sessions: Session[] = [];
  #now: number;

  /** @param random numbers in [0, 1) */
  constructor(environment: string, forms: readonly string[], random: () => number, streams = 3) {
    this.facts = { environment, visits: [], responses: [], views: [], errors: [] };
    this.items = new StoredItems(streams);
    this.#forms = forms;
    this.#random = random;
    this.#now = Date.now();
  }

  /** Goes on until the stream has as many changes. */
  run(changes: number): void {
    const steps: (readonly [number, () => void])[] = [
      [36, () => this.#report(this.#session())],
      [20, () => this.#submit(this.#session(), 'browser', this.#chance(0.55))],
      [6, () => this.#submit(this.#session(), 'server', this.#chance(0.3))],
      [10, () => this.#newResponse(this.#anyOf(this.#forms), this.#chance(0.6) ? 'browser' : 'server')],
      [12, () => this.#changeStatus()],
      [6, () => this.#removeResponse()],
      [5, () => this.#refuse()],
      [2, () => this.#correct()],
      [3, () => this.#forget()],
    ];
    const choices = steps.flatMap(([share, step]) => Array<typeof step>(share).fill(step));
    while (this.items.changes < changes) {
      this.#now += Math.floor(this.#random() ** 4 * 90 * minute);
      this.#anyOf(choices)();
    }
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #anyOf<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  #someFields(): string[] {
    const some = fieldIds.filter(() => this.#chance(0.35));
    return some.length > 0 ? some : [this.#anyOf(fieldIds)];
  }

  /** A visitor of the last while, or a new one. */
  #session(): Session {
    if (this.#chance(0.75) && this.#sessions.length > 0) return this.#anyOf(this.#sessions.slice(-30));
    const form = this.#anyOf(this.#forms);
    const session = { form, id: `session ${this.#sessions.length}`, visit: this.#newVisit(form) };
    this.#sessions.push(session);
    return session;
  }

  #newVisit(form: string): Visit {
    const visit: Visit = { form, reachedBy: new Map(), answered: new Set(), completed: false, leftResponse: false };
    this.facts.visits.push(visit);
    return visit;
  }

  /** A browser reports what was done within a quarter of an hour; some of it comes late. */
  #report(session: Session): void {
    const { form, id } = session;
    const at = this.#now - (this.#chance(0.2) ? Math.floor(this.#random() * 20 * 60 * minute) : 0);
    const repeated = (type: string, share: number) =>
      this.#chance(share) ? [{ type }, { type }].slice(+this.#chance(0.5)) : [];
    const events: Reported[] = [
      ...repeated('view', 0.4),
      ...(this.#chance(0.6) ? this.#someFields().map(fieldId => ({ type: 'focus', fieldId })) : []),
      ...repeated('error', 0.3).map(error => ({ ...error, fieldId: this.#anyOf(fieldIds), rule: this.#anyOf(rules) })),
      ...(this.#chance(0.25) ? [{ type: 'abandon', fieldId: this.#anyOf([undefined, ...fieldIds]) }] : []),
    ];
    if (events.length === 0) return;
    for (const event of events) this.#tell(session, at, event);
    const key = visitKey(form, id);
    this.items.write(key, afterEvents(this.items.get(key), this.facts.environment, iso(at), events));
  }

  #tell({ form, visit }: Session, at: number, { type, fieldId, rule = '' }: Reported): void {
    if (type === 'view') this.facts.views.push({ form, at });
    if (type === 'error' && fieldId) this.facts.errors.push({ form, at, field: fieldId, rule, times: 1 });
    if (type === 'abandon') {
      visit.abandonedAt = at;
      visit.last = fieldId ?? visit.last;
    }
    if (type !== 'focus' || !fieldId) return;
    visit.startedAt ??= at;
    visit.abandonedAt = undefined;
    visit.last = fieldId;
    if (!visit.reachedBy.has(fieldId)) visit.reachedBy.set(fieldId, 'focus');
  }

  /** A submission of a session: its first, a further save, its completion, or the first of its next response. */
  #submit(session: Session, sender: 'browser' | 'server', completes: boolean): void {
    const answers = this.#someFields();
    const { response } = session;
    if (!response || response.removed || response.status === 'completed') {
      session.response = this.#newResponse(session.form, sender, { session, completes, answers });
      if (sender === 'browser') this.#tie(session, answers, { completes, anew: response !== undefined });
      else this.#point(session);
      return;
    }
    response.answers = fieldIds.filter(id => response.answers.includes(id) || answers.includes(id));
    response.status = completes ? 'completed' : 'partial';
    this.#writeResponse(response);
    const adds = answers.some(id => !session.visit.answered.has(id));
    const tells = completes || adds || session.visit.abandonedAt !== undefined;
    if (sender === 'browser' && tells) this.#tie(session, answers, { completes, anew: false });
  }

  #tie(session: Session, answers: string[], { completes, anew }: { completes: boolean; anew: boolean }): void {
    if (anew) session.visit = this.#newVisit(session.form);
    const { form, id, visit, response } = session;
    visit.startedAt ??= this.#now;
    visit.abandonedAt = undefined;
    visit.leftResponse = true;
    visit.completed ||= completes;
    for (const field of answers) {
      if (!visit.answered.has(field)) visit.last = field;
      if (!visit.reachedBy.has(field)) visit.reachedBy.set(field, 'answer');
      visit.answered.add(field);
    }
    const key = visitKey(form, id);
    const save = { answers, completes, responseId: response?.sortKey, anew };
    this.items.write(key, afterSave(this.items.get(key), this.facts.environment, iso(this.#now), save));
  }

  /** A program ties a session to its response, and tells nothing of the visit. */
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
    tied?: { session: Session; completes: boolean; answers: string[] },
  ): Response {
    const address = responseAddress(newResponseId(form, shardCount, this.#now));
    if (!address) throw new Error('A new id is the id of a response');
    const answers = tied?.answers ?? this.#someFields();
    const status = tied ? (tied.completes ? 'completed' : 'partial') : this.#anyOf(statuses);
    const response = {
      ...{ form, sortKey: address.sortKey, shard: address.shard, at: this.#now, source },
      ...{ session: tied?.session.id, firstAnswers: answers, answers, status, removed: false },
    };
    this.facts.responses.push(response);
    this.#writeResponse(response);
    return response;
  }

  #writeResponse({ form, shard, sortKey, source, session, answers, status, removed }: Response): void {
    const image = {
      status,
      gsi1pk: partitionOf('response', 'gsi1pk', { environmentId: this.facts.environment, shard }),
      answers: JSON.stringify(Object.fromEntries(answers.map(id => [id, 'answer']))),
      meta: { source },
      visit: session === undefined ? undefined : sha256(session),
    };
    this.items.write(keyOf('response', { form, shard, sortKey }), removed ? undefined : image);
  }

  #anyResponse(): Response | undefined {
    const response = this.#anyOf(this.facts.responses);
    return response?.removed ? undefined : response;
  }

  /** By hand, or after a day of silence. */
  #changeStatus(): void {
    const response = this.#anyResponse();
    if (!response) return;
    response.status = this.#anyOf(statuses);
    this.#writeResponse(response);
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

  #correct(): void {
    const response = this.#anyResponse();
    if (!response) return;
    response.answers = this.#someFields();
    this.#writeResponse(response);
  }

  #refuse(): void {
    const form = this.#anyOf(this.#forms);
    const error = { field: this.#anyOf(fieldIds), rule: this.#anyOf(rules), times: Math.ceil(this.#random() * 50) };
    this.facts.errors.push({ form, at: this.#now, ...error });
    const slice = Math.floor(this.#random() * 16).toString(16);
    const key = keyOf('refusals', { form, slice, refusals: String(this.items.changes) });
    const image = { ...this.#common(), counts: JSON.stringify({ [error.field]: { [error.rule]: error.times } }) };
    this.items.write(key, image);
    // The answer to the first write was lost.
    if (this.#chance(0.3)) this.items.write(key, image);
  }

  /** The time of a session is up: what it did stays counted, and when it comes again it is another. */
  #forget(): void {
    const session = this.#anyOf(this.#sessions);
    if (!session) return;
    this.items.write(visitKey(session.form, session.id), undefined);
    session.visit = this.#newVisit(session.form);
    session.response = undefined;
  }
}

const iso = (at: number): string => new Date(at).toISOString();
