import type { Answers, Schema } from '../schema.ts';

/** One visitor's progress with a form, in this tab. */
export type Visit = {
  /** A secret: anyone who has it can add to the response. */
  session: string;
  answers: Answers;
  /** The names of the uploaded files, by ID. */
  fileNames: Record<string, string>;
  /** The fields whose answers the service has. */
  saved: string[];
  /** The fields answered before whose answers the service doesn't show again. */
  withheld: string[];
  step: number;
  /** Whether the visitor has started. Leaving now counts as abandoning the form. */
  started: boolean;
  /** The IDs of the consent texts that the answers were given to. */
  consents?: readonly string[];
  /** The message to show first. */
  notice?: string;
};

type VisitedForm = Pick<Schema, 'id' | 'fields'>;

/**
 * Visits by form, for pages that must not store anything. An element that is removed and added again finds its visit
 * here.
 */
const remembered = new Map<string, Visit>();

const newVisit = (): Visit => ({
  session: crypto.randomUUID(),
  answers: {},
  fileNames: {},
  saved: [],
  withheld: [],
  step: 0,
  started: false,
});

/** Returns this tab's open visit, or starts a new one. */
export function visitOf(form: VisitedForm, resumed?: Partial<Visit>): Visit {
  const visit = { ...newVisit(), ...(resumed ?? remembered.get(form.id) ?? inTab(form.id)) };
  keep(form, visit);
  return visit;
}

/** Replaces this tab's visit by a new one. */
export const beginVisit = (id: string): Visit => visitOf({ id, fields: [] }, {});

/** Keeps a visit for this page, and for the tab without its personal answers: others may open the tab later. */
export function keep({ id, fields }: VisitedForm, visit: Visit): void {
  remembered.set(id, visit);
  const isPersonal = (name: string) => fields.some(field => field.unsaved && field.id === name);
  inTab(
    id,
    JSON.stringify(visit, (name, value) => (isPersonal(name) ? undefined : value)),
  );
}

export function forget(id: string): void {
  remembered.delete(id);
  inTab(id, 'null');
}

/** Keeps a text for the tab and returns what is kept. Without storage, or if it is full, a visit lasts as long as the page. */
function inTab(id: string, text?: string): Partial<Visit> | undefined {
  const name = `formline:${id}`;
  try {
    if (text) sessionStorage[name] = text;
    return JSON.parse(sessionStorage[name]);
  } catch {
    return undefined;
  }
}
