import type { Answers } from './schema.ts';

/** What one person has done with a form so far, in this tab. */
export type Visit = {
  /** A secret: whoever has it can add to the response. */
  session: string;
  answers: Answers;
  /** Names of the files that were uploaded, by id. */
  fileNames: Record<string, string>;
  /** Fields with an answer that the service has. */
  saved: string[];
  /** Fields that were answered before and whose answers the service does not show again. */
  withheld: string[];
  step: number;
  /** The form was entered: leaving it is abandoning it. */
  started: boolean;
  /** What there is to say at first. */
  notice?: string;
};

/** For pages that must not store anything: an element that is removed and added again finds its visit here. */
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

/** The visit of this tab that has not been completed, or a new one. */
export function visitOf(formId: string, resumed?: Partial<Visit>): Visit {
  const stored = remembered.get(formId) ?? read(formId);
  const visit = { ...newVisit(), ...(resumed ?? stored) };
  keep(formId, visit);
  return visit;
}

/** Another visit in place of that of this tab. */
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
    // No room, or storage is forbidden: the visit lasts as long as the page.
  }
}

export function forget(formId: string): void {
  remembered.delete(formId);
  try {
    sessionStorage.removeItem(keyOf(formId));
  } catch {
    // There is none.
  }
}

function read(formId: string): Partial<Visit> | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(formId)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
