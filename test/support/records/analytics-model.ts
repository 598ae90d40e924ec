import type { Json } from '../cloud/http.ts';

/** An event in the life of a form, such as a view or a start, with its time in milliseconds since the epoch. */
type Fact = { form: string; what: string; time: number; field?: string };

/** What a visit did since it last started. A session that sends its next response starts again. */
type Beginning = {
  startedAt?: number;
  focused: Set<string>;
  answered: Set<string>;
  last?: string;
  completed: boolean;
  abandonedAt?: number;
};

export type VisitEvent = { type: string; fieldId?: string; rule?: string; at: string };

type Status = 'completed' | 'partial' | 'abandoned';
type ModelResponse = { status: Status; submittedAt: number; server: boolean };

const rules = ['required', 'type', 'maxLength', 'email', 'min'];

/** One visit of a form, and what reports must show of it, by nothing but the definitions in docs/api.md. */
export class ModelVisit {
  readonly form: string;
  readonly #facts: Fact[] = [];
  readonly #beginnings: Beginning[] = [{ focused: new Set(), answered: new Set(), completed: false }];
  readonly #responses: ModelResponse[] = [];
  /** The times of starts without a reported view. */
  readonly #untoldViews: number[] = [];
  /** The response that the visit's next save, or a change by someone else, applies to. */
  #latest: ModelResponse | undefined;

  constructor(form: string) {
    this.form = form;
  }

  get #now(): Beginning {
    return this.#beginnings.at(-1) as Beginning;
  }

  /** Records the events of one request, earliest first. */
  happened(events: readonly VisitEvent[]): void {
    for (const { type, fieldId, rule, at } of events) {
      const time = Date.parse(at);
      if (type === 'view') this.#facts.push({ form: this.form, what: 'views', time });
      if (type === 'error') this.refused(fieldId ?? '', rule ?? '', time);
      if (type === 'focus' && fieldId) this.#focused(fieldId, time);
      if (type === 'abandon') this.#abandoned(fieldId, time);
      this.#see();
    }
  }

  /** Adds the missing views. A visit has a view for each of its starts, even before the view is reported. */
  #see(): void {
    const views = this.#facts.filter(({ what }) => what === 'views').length;
    const untold = this.#beginnings.filter(({ startedAt }) => startedAt !== undefined).length - views;
    while (this.#untoldViews.length < untold) this.#untoldViews.push(this.#now.startedAt ?? 0);
    while (this.#untoldViews.length > Math.max(untold, 0)) this.#untoldViews.pop();
  }

  #focused(field: string, time: number): void {
    const visit = this.#now;
    visit.startedAt ??= time;
    visit.focused.add(field);
    visit.last = field;
    visit.abandonedAt = undefined;
  }

  #abandoned(field: string | undefined, time: number): void {
    const visit = this.#now;
    visit.last = field ?? visit.last;
    visit.abandonedAt = time;
    if (this.#latest?.status === 'partial') this.#latest.status = 'abandoned';
  }

  refused(field: string, rule: string, time: number): void {
    this.#facts.push({ form: this.form, what: rules.includes(rule) ? rule : 'other', time, field });
  }

  /** Records a submission by the visit's browser. `anew` means that its response is the session's next one. */
  saved({ submittedAt, answers, status }: Json, fields: readonly string[], anew: boolean): void {
    const time = Date.parse(submittedAt);
    const answered = Object.keys(answers);
    const begins = anew && this.#responses.length > 0;
    if (begins) this.#beginnings.push({ focused: new Set(), answered: new Set(), completed: false });
    const visit = this.#now;
    const added = fields.filter(id => answered.includes(id) && !visit.answered.has(id));
    visit.startedAt ??= time;
    visit.abandonedAt = undefined;
    visit.last = added.at(-1) ?? visit.last;
    visit.completed = status === 'completed';
    for (const id of added) visit.answered.add(id);
    this.#see();
    if (anew) this.#respond({ status, submittedAt: time, server: false });
    else if (this.#latest) Object.assign(this.#latest, { status, submittedAt: time });
  }

  /** Records a submission by secret key: no one viewed or started a form for it. */
  savedByServer({ submittedAt, status }: Json): void {
    this.#respond({ status, submittedAt: Date.parse(submittedAt), server: true });
  }

  #respond(response: ModelResponse): void {
    this.#latest = response;
    this.#responses.push(response);
  }

  /** Records that someone changed the status of the latest response. */
  changed(status: Status): void {
    if (!this.#latest) return;
    this.#latest.status = status;
    if (!this.#latest.server) this.#now.completed = status === 'completed';
  }

  /** Records that the latest response was deleted: it stays counted as it was. */
  removed(): void {
    this.#latest = undefined;
  }

  facts(): Fact[] {
    const untold = this.#untoldViews.map(time => ({ form: this.form, what: 'views', time }));
    const ofBeginnings = this.#beginnings.flatMap(each => this.#factsOf(each));
    return [...this.#facts, ...untold, ...ofBeginnings, ...this.#factsOfResponses()];
  }

  #factsOf({ startedAt, focused, answered, last, completed, abandonedAt }: Beginning): Fact[] {
    const { form } = this;
    if (startedAt === undefined) return [];
    const of = (what: string, field: string) => ({ form, what, time: startedAt, field });
    return [
      { form, what: 'starts', time: startedAt },
      ...(completed ? [{ form, what: 'completedStarts', time: startedAt }] : []),
      ...[...new Set([...focused, ...answered])].map(field => of('reached', field)),
      ...[...answered].map(field => of('answered', field)),
      ...(!completed && last ? [of('dropOffs', last)] : []),
      ...(abandonedAt && this.#responses.length === 0 ? [{ form, what: 'abandoned', time: abandonedAt }] : []),
    ];
  }

  #factsOfResponses(): Fact[] {
    const names = { completed: 'submissions', partial: 'partial', abandoned: 'abandoned' };
    return this.#responses.flatMap(({ status, submittedAt: time, server }) => [
      { form: this.form, what: names[status], time },
      ...(server && status === 'completed' ? [{ form: this.form, what: 'fromServers', time }] : []),
    ]);
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? 0 : Number(((part * 100) / whole).toFixed(2)));

/** Computes reports from facts: a recount of everything, in the service's formats. */
export class Recount {
  readonly #facts: readonly Fact[];

  /** @param within whether a date is in the period of the report, by the clock of its time zone */
  constructor(facts: readonly Fact[], dateOf: (time: number) => string, within: (date: string) => boolean) {
    this.#facts = facts.filter(({ time }) => within(dateOf(time)));
  }

  #count = (what: string, field?: string) =>
    this.#facts.filter(fact => fact.what === what && fact.field === field).length;

  counts() {
    const names = ['views', 'starts', 'submissions', 'partial', 'abandoned'];
    return Object.fromEntries(names.map(name => [name, this.#count(name)]));
  }

  totals(forms: number) {
    return { forms, ...this.counts(), submissionsFromBrowsers: this.#fromBrowsers, spamBlocked: 0 };
  }

  get #fromBrowsers(): number {
    return this.#count('submissions') - this.#count('fromServers');
  }

  rates() {
    const [views, starts, completed] = [this.#count('views'), this.#count('starts'), this.#count('completedStarts')];
    return {
      startRate: percent(starts, views),
      completionRate: percent(completed, starts),
      conversionRate: percent(completed, views),
      dropOffRate: percent(starts - completed, starts),
    };
  }

  dropOffs(): number {
    return this.#count('starts') - this.#count('completedStarts');
  }

  field(fieldId: string) {
    const [reached, answered] = [this.#count('reached', fieldId), this.#count('answered', fieldId)];
    const byRule = [...rules, 'other'].flatMap(rule => {
      const count = this.#count(rule, fieldId);
      return count > 0 ? [[rule, count] as const] : [];
    });
    const total = byRule.reduce((sum, [, count]) => sum + count, 0);
    return {
      fieldId,
      reached,
      answered,
      completionRate: percent(answered, reached),
      validationErrors: { total, byRule: Object.fromEntries(byRule) },
      errorRate: Math.min(percent(total, reached), 100),
    };
  }

  fieldDropOffs(fieldId: string) {
    const [reached, dropOffs] = [this.#count('reached', fieldId), this.#count('dropOffs', fieldId)];
    return { fieldId, reached, dropOffs, dropOffRate: percent(dropOffs, reached) };
  }
}
