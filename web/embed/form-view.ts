import type { Evaluation } from '../../shared/domain/forms/logic/evaluate.ts';
import { check } from './check.ts';
import { h } from './dom.ts';
import { extras } from './extras.ts';
import type { Host } from './fields/control.ts';
import { type FieldView, fieldView, isShown } from './fields/field-view.ts';
import { plainly } from './plainly.ts';
import type { Fault } from './refusal.ts';
import { type Answers, isAsked, isEmpty, type Schema } from './schema.ts';
import { type Step, stepsOf } from './steps.ts';
import { summaryView } from './summary.ts';

type Options = {
  readonly schema: Schema;
  readonly host: Host;
  /** What the fields hold at first. */
  readonly answers: Answers;
  /** Fields whose answers the service has, and this page does not know. */
  readonly withheld: () => readonly string[];
  readonly onChange: (id: string) => void;
  readonly onStep: (step: number, steps: number) => void;
  readonly onFault: (fault: Fault) => void;
};

/** The questions of a form, in their steps. Fields stay where they are when they are hidden: nothing typed is lost. */
export class FormView {
  /** Progress, what is wrong, and the steps. */
  readonly nodes: readonly HTMLElement[];
  readonly #options: Options;
  /** Fields whose faults are shown as soon as they change. */
  readonly #touched = new Set<string>();
  /** Answers that no control holds, as those to hidden fields. */
  readonly #held: Answers;
  readonly #views: readonly FieldView[];
  readonly #viewOf: ReadonlyMap<string, FieldView>;
  readonly #steps: readonly Step[];
  readonly #sections: readonly HTMLElement[];
  readonly #progress;
  readonly #summary;
  #current = 0;
  #shown: Evaluation;

  constructor(options: Options) {
    const { schema, host, answers } = options;
    this.#options = options;
    this.#held = { ...answers };
    this.#views = schema.fields.filter(isShown).map(field => fieldView(field, host, () => this.#changed(field.id)));
    this.#viewOf = new Map(this.#views.map(view => [view.field.id, view]));
    this.#steps = stepsOf(schema);
    this.#sections = this.#steps.map(step => sectionOf(step, this.#viewOf));
    this.#progress = extras.progressView?.(schema.ui?.progress ?? 'steps', host.texts);
    this.#summary = summaryView(host.texts);
    const steps = h('div', { class: 'steps' }, ...this.#sections);
    this.nodes = [...(this.#progress ? [this.#progress.root] : []), this.#summary.root, steps];
    for (const { field, control, root } of this.#views) {
      root.dataset.field = field.id;
      control?.write(answers[field.id]);
    }
    this.#shown = this.#evaluate();
  }

  /** All that stands in the form, also in fields that are hidden for now. */
  values(): Answers {
    const read = this.#options.schema.fields.flatMap(({ id }) => {
      const control = this.#viewOf.get(id)?.control;
      const answer = control ? control.read() : this.#held[id];
      return answer === undefined ? [] : [[id, answer] as const];
    });
    return Object.fromEntries(read);
  }

  /** What is to be sent: of the fields that there are. */
  answers(): Answers {
    return Object.fromEntries(Object.entries(this.values()).filter(([id]) => this.#shown.visible.has(id)));
  }

  /** The answers with which nothing is wrong. */
  goodAnswers(): Answers {
    const isGood = ([id]: [string, unknown]) => !this.#faultOf(this.#viewOf.get(id));
    return Object.fromEntries(Object.entries(this.answers()).filter(isGood));
  }

  write(answers: Answers): void {
    Object.assign(this.#held, answers);
    for (const [id, answer] of Object.entries(answers)) this.#viewOf.get(id)?.control?.write(answer);
    this.#refresh();
  }

  /** The field that an element belongs to. */
  fieldOf(element: EventTarget | null): string | undefined {
    return this.#views.find(({ root }) => element instanceof Node && root.contains(element))?.field.id;
  }

  get step(): number {
    return this.#current;
  }

  set step(index: number) {
    this.#current = index;
    this.#refresh();
  }

  get isFirst(): boolean {
    return this.#path()[0] === this.#current;
  }

  get isLast(): boolean {
    return this.#path().at(-1) === this.#current;
  }

  /** To the next step, unless something is wrong with this one. */
  next(): void {
    const fields = this.#steps[this.#current]?.fields;
    const following = this.#path().find(index => index > this.#current);
    const isGood = this.#validate(this.#views.filter(({ field }) => fields?.includes(field)));
    if (isGood && following !== undefined) this.#go(following);
  }

  back(): void {
    const before = this.#path().findLast(index => index < this.#current);
    if (before !== undefined) this.#go(before);
  }

  /** Goes to the step of a field, and leaves the keyboard where it is. */
  show(id: string): void {
    const index = this.#steps.findIndex(({ fields }) => fields.some(field => field.id === id));
    if (index >= 0 && index !== this.#current) {
      this.step = index;
      const path = this.#path();
      this.#options.onStep(path.indexOf(index) + 1, path.length);
    }
    this.#viewOf.get(id)?.root.scrollIntoView({ block: 'nearest' });
  }

  /** Whether nothing is wrong; what is, is shown. */
  validate(): boolean {
    return this.#validate(this.#views);
  }

  /** Shows what is wrong with fields, and takes the visitor to the first of them. */
  showFaults(faults: readonly Fault[], among: readonly FieldView[] = this.#views): void {
    for (const view of among) {
      const fault = faults.find(({ field }) => field === view.field.id);
      if (fault) this.#touched.add(fault.field);
      view.setError(fault?.message);
    }
    const lines = faults.map(({ field, message }) => {
      const view = this.#viewOf.get(field);
      return { label: view?.name ?? field, message, focus: () => this.#focus(field) };
    });
    this.#summary.show(lines);
    lines[0]?.focus();
  }

  #evaluate(): Evaluation {
    return (extras.evaluate ?? plainly)(this.#options.schema.fields, this.values());
  }

  #refresh(): void {
    this.#shown = this.#evaluate();
    const { visible, required, calculated } = this.#shown;
    for (const { field, root, setRequired, setValue } of this.#views) {
      root.hidden = !visible.has(field.id);
      setRequired(required.has(field.id));
      const value = calculated.get(field.id);
      setValue?.(value === undefined ? '' : new Intl.NumberFormat(this.#options.host.lang).format(value));
    }
    this.#showStep();
  }

  /** The steps that have something to show, by their indexes. */
  #path(): number[] {
    const isThere = ({ fields }: Step) => fields.some(({ id }) => this.#shown.visible.has(id));
    return this.#steps.flatMap((step, index) => (isThere(step) ? [index] : []));
  }

  #showStep(): void {
    const path = this.#path();
    if (!path.includes(this.#current)) this.#current = path.find(index => index > this.#current) ?? path.at(-1) ?? 0;
    this.#sections.forEach((section, index) => {
      section.hidden = index !== this.#current;
    });
    this.#progress?.show(path.indexOf(this.#current) + 1, path.length);
  }

  #changed(id: string): void {
    this.#refresh();
    const view = this.#viewOf.get(id);
    if (this.#touched.has(id)) view?.setError(this.#faultOf(view)?.message);
    this.#options.onChange(id);
  }

  #faultOf(view: FieldView | undefined): Fault | undefined {
    const { host, withheld } = this.#options;
    if (!view?.control || !this.#shown.visible.has(view.field.id)) return undefined;
    const { field, control } = view;
    const rule = control.unreadable?.();
    if (rule) return { field: field.id, rule, message: host.texts[rule] };
    const answer = control.read();
    const isKept = isEmpty(answer) && withheld().includes(field.id);
    return check(field, answer, this.#shown.required.has(field.id) && !isKept, host);
  }

  #validate(views: readonly FieldView[]): boolean {
    const faults = views.flatMap(view => this.#faultOf(view) ?? []);
    for (const fault of faults) this.#options.onFault(fault);
    this.showFaults(faults, views);
    return faults.length === 0;
  }

  #go(index: number): void {
    this.step = index;
    const path = this.#path();
    this.#options.onStep(path.indexOf(index) + 1, path.length);
    this.#summary.show([]);
    this.#focusStep();
  }

  #focus(id: string): void {
    this.show(id);
    this.#viewOf.get(id)?.control?.inputs[0]?.focus();
  }

  /** One by one, to the question; else to the step as a whole, which says its name. */
  #focusStep(): void {
    const section = this.#sections[this.#current];
    const fields = this.#steps[this.#current]?.fields ?? [];
    const first = fields.find(field => isAsked(field) && this.#shown.visible.has(field.id));
    const input = first && this.#viewOf.get(first.id)?.control?.inputs[0];
    const isAlone = this.#options.schema.ui?.layout === 'one-by-one';
    ((isAlone && input) || section)?.focus({ preventScroll: true });
    section?.parentElement?.scrollIntoView({ block: 'nearest' });
  }
}

function sectionOf({ title, text, fields }: Step, viewOf: ReadonlyMap<string, FieldView>): HTMLElement {
  const heading = title ? [h('h2', { class: 'page', part: 'page' }, title)] : [];
  const intro = text ? [h('p', { class: 'help' }, text)] : [];
  const roots = fields.flatMap(({ id }) => viewOf.get(id)?.root ?? []);
  return h('section', { tabindex: -1, 'aria-label': title }, ...heading, ...intro, ...roots);
}
