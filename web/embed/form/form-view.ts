import type { Evaluation, evaluate } from '../../../shared/domain/forms/logic/evaluate.ts';
import { h } from '../dom.ts';
import { loadChecks, loaded } from '../extras.ts';
import type { brokenRule, faultOf } from '../fields/checks.ts';
import type { Host } from '../fields/control.ts';
import { type FieldView, fieldView, isShown } from '../fields/field-view.ts';
import { type Answers, type Field, isAsked, isEmpty, type Schema } from '../schema.ts';
import type { Fault } from '../send/refusal.ts';
import type { summaryView } from './fault-summary.ts';
import type { progressView } from './progress.ts';
import type { reveal } from './reveal.ts';
import { type Step, stepsOf } from './steps.ts';

/** What a form uses of the parts that are loaded on demand. */
const extras: Partial<{
  readonly brokenRule: typeof brokenRule;
  readonly evaluate: typeof evaluate;
  readonly faultOf: typeof faultOf;
  readonly progressView: typeof progressView;
  readonly reveal: typeof reveal;
  readonly summaryView: typeof summaryView;
}> = loaded;

type FormViewOptions = {
  readonly schema: Schema;
  readonly host: Host;
  /** The form's element in the page. */
  readonly element: HTMLElement;
  /** The initial answers. */
  readonly answers: Answers;
  /** Returns the fields whose answers the service has and this page doesn't know. */
  readonly withheld: () => readonly string[];
  readonly onChange: (id: string) => void;
  readonly onStep: (step: number, steps: number) => void;
  readonly onFault: (fault: Fault) => void;
};

/** The questions of a form, in steps. Hidden fields keep what the visitor typed. */
export class FormView {
  /** The progress, the fault summary and the steps. */
  readonly nodes: readonly HTMLElement[];
  readonly #options: FormViewOptions;
  /** The fields that show their faults as soon as they change. */
  readonly #touched = new Set<string>();
  /** Answers without a control, such as those to hidden fields. */
  readonly #held: Answers;
  readonly #views: readonly FieldView[];
  readonly #viewOf: ReadonlyMap<string, FieldView>;
  readonly #steps: readonly Step[];
  readonly #sections: readonly HTMLElement[];
  readonly #progress;
  readonly #summary = h('div', { class: 'summary', part: 'summary', role: 'alert' });
  #current = 0;
  #shown: Evaluation;

  constructor(options: FormViewOptions) {
    const { schema, host, answers } = options;
    this.#options = options;
    this.#held = { ...answers };
    this.#views = schema.fields.filter(isShown).map(field => fieldView(field, host, () => this.#changed(field.id)));
    this.#viewOf = new Map(this.#views.map(view => [view.field.id, view]));
    this.#steps = stepsOf(schema);
    this.#sections = this.#steps.map(step => sectionOf(step, this.#viewOf, host));
    this.#progress = extras.progressView?.(schema.ui?.progress ?? 'steps', host);
    const steps = h('div', { class: 'steps' }, ...this.#sections);
    this.nodes = [...(this.#progress ? [this.#progress.root] : []), this.#summary, steps];
    for (const { field, control, root } of this.#views) {
      root.dataset.field = field.id;
      control?.write(answers[field.id]);
    }
    this.#shown = this.#evaluate();
  }

  /** Returns all values in the form, including those of fields that are hidden now. */
  values(): Answers {
    const read = this.#options.schema.fields.flatMap(({ id }) => {
      const control = this.#viewOf.get(id)?.control;
      const answer = control ? control.read() : this.#held[id];
      return answer === undefined ? [] : [[id, answer] as const];
    });
    return Object.fromEntries(read);
  }

  /** Returns the answers to send: those of visible fields. */
  answers(): Answers {
    return answersTo(this.values(), id => this.#shown.visible.has(id));
  }

  /** Returns the valid answers; none until the checks are loaded. */
  goodAnswers(): Answers {
    if (!extras.brokenRule) return {};
    return answersTo(this.answers(), id => !this.#faultOf(this.#viewOf.get(id)));
  }

  write(answers: Answers): void {
    Object.assign(this.#held, answers);
    for (const [id, answer] of Object.entries(answers)) this.#viewOf.get(id)?.control?.write(answer);
    this.#refresh();
  }

  /** Returns the ID of the field that contains an element. */
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

  /** Goes to the next step, unless something is wrong with this one. */
  async next(): Promise<void> {
    const from = this.#current;
    const fields = this.#steps[from]?.fields;
    const isGood = await this.validate(this.#views.filter(({ field }) => fields?.includes(field)));
    const following = this.#path().find(index => index > from);
    // A visitor in a hurry clicks twice.
    if (isGood && following !== undefined && this.#current === from) this.#go(following);
  }

  /** The index of the step before, if any. */
  get previous(): number | undefined {
    return this.#path().findLast(index => index < this.#current);
  }

  back(): void {
    const { previous } = this;
    if (previous !== undefined) this.#go(previous);
  }

  goTo(index: number): void {
    if (index !== this.#current) this.#go(index);
  }

  /** Whether there is more than one step. */
  get isLong(): boolean {
    return this.#steps.length > 1;
  }

  /** Goes to a field's step without moving the focus. */
  show(id: string): void {
    const index = this.#steps.findIndex(({ fields }) => fields.some(field => field.id === id));
    if (index >= 0 && index !== this.#current) this.#turnTo(index);
    const view = this.#viewOf.get(id);
    if (view) this.reveal(view.root);
  }

  /** Scrolls to an element of the form: by default, to the top of the step. */
  reveal(top = this.nodes.find(node => node.getClientRects().length > 0)): void {
    if (top) extras.reveal?.(top, this.#options.element);
  }

  /** Returns whether everything is valid, and shows what is not. */
  async validate(views = this.#views): Promise<boolean> {
    await loadChecks();
    const faults = views.flatMap(view => this.#faultOf(view) ?? []);
    for (const fault of faults) this.#options.onFault(fault);
    this.showFaults(faults, views);
    return faults.length === 0;
  }

  /** Shows the faults of fields and moves to the first of them. */
  showFaults(faults: readonly Fault[], among: readonly FieldView[] = this.#views): void {
    for (const view of among) {
      const fault = faults.find(({ field }) => field === view.field.id);
      if (fault) this.#touched.add(fault.field);
      view.setError(fault?.message);
    }
    const lines = faults.map(({ field, message }) => ({ message, focus: () => this.#focus(field) }));
    extras.summaryView?.(this.#summary, this.#options.host, lines);
    lines[0]?.focus();
  }

  #evaluate(): Evaluation {
    return (extras.evaluate ?? evaluatePlain)(this.#options.schema.fields, this.values());
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

  /** Returns the indexes of the steps that have something to show. */
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
    const answer = control.read();
    const isKept = isEmpty(answer) && withheld().includes(field.id);
    const isRequired = this.#shown.required.has(field.id) && !isKept;
    const rule = control.unreadable?.() ?? extras.brokenRule?.(field, answer, isRequired);
    return rule ? extras.faultOf?.(field, rule, host, answer) : undefined;
  }

  #turnTo(index: number): void {
    this.step = index;
    const path = this.#path();
    this.#options.onStep(path.indexOf(index) + 1, path.length);
  }

  #go(index: number): void {
    this.#turnTo(index);
    extras.summaryView?.(this.#summary, this.#options.host, []);
    this.#focusStep();
  }

  #focus(id: string): void {
    this.show(id);
    const { control } = this.#viewOf.get(id) ?? {};
    (control?.toMend?.() ?? control?.inputs[0])?.focus();
  }

  /** Focuses the question when questions come one by one; otherwise the step, so that its name is read out. */
  #focusStep(): void {
    const section = this.#sections[this.#current];
    const fields = this.#steps[this.#current]?.fields ?? [];
    const first = fields.find(field => isAsked(field) && this.#shown.visible.has(field.id));
    const input = first && this.#viewOf.get(first.id)?.control?.inputs[0];
    const isAlone = this.#options.schema.ui?.layout === 'one-by-one';
    ((isAlone && input) || section)?.focus({ preventScroll: true });
    this.reveal();
  }
}

/** Returns the answers to those fields for which `has` is true. */
const answersTo = (answers: Answers, has: (id: string) => boolean): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => has(id)));

function sectionOf({ title, text, fields }: Step, viewOf: ReadonlyMap<string, FieldView>, { own }: Host): HTMLElement {
  const heading = title ? [h('h2', { class: 'page', part: 'page', ...own }, title)] : [];
  const intro = text ? [h('p', { class: 'help', ...own }, text)] : [];
  const roots = fields.flatMap(({ id }) => viewOf.get(id)?.root ?? []);
  return h('section', { tabindex: -1, 'aria-label': title }, ...heading, ...intro, ...roots);
}

/** Evaluates a form without conditions: every field is shown. */
const evaluatePlain = (fields: readonly Field[]): Evaluation => ({
  visible: new Set(fields.map(({ id }) => id)),
  required: new Set(fields.filter(({ required }) => required).map(({ id }) => id)),
  calculated: new Map(),
});
