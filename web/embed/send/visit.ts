import type { Answers } from '../schema.ts';

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

/**
 * Visits by form, for pages that must not store anything. An element that is removed and added again finds its visit
 * here.
 */
const remembered = new Map<string, Visit>();

const keyOf = (formId: string) => `formline:${formId}`;

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
export function visitOf(formId: string, resumed?: Partial<Visit>): Visit {
  const stored = remembered.get(formId) ?? read(formId);
  const visit = { ...newVisit(), ...(resumed ?? stored) };
  keep(formId, visit);
  return visit;
}

/** Replaces this tab's visit by a new one. */
export function beginVisit(formId: string): Visit {
  const visit = newVisit();
  keep(formId, visit);
  return visit;
}

export function keep(formId: string, visit: Visit): void {
  remembered.set(formId, visit);
  try {
    sessionStorage.setItem(keyOf(formId), JSON.stringify(visit));
  } catch {
    // Storage is full or forbidden: the visit lasts as long as the page.
  }
}

export function forget(formId: string): void {
  remembered.delete(formId);
  try {
    sessionStorage.removeItem(keyOf(formId));
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

function read(formId: string): Partial<Visit> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(formId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
