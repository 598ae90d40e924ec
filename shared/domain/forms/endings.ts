import { evaluate, type LogicField } from './logic/evaluate.ts';

// The embed bundles this file.

/** The end that a visitor sees after submitting: a text, or the page at an address. */
export type End = {
  readonly text?: string;
  readonly redirectUrl?: string;
  /** The IDs of the fields whose answers the address gets. */
  readonly redirectAnswers?: readonly string[];
};

type FormEndings = {
  readonly fields: readonly LogicField[];
  readonly thankYou?: End;
  readonly endings?: readonly (End & { readonly id: string; readonly if: object })[];
};

type AnswerValues = Readonly<Record<string, unknown>>;

/**
 * Returns the end of a form for these answers, with the whole address: the first ending whose condition is met, or the
 * form's `thankYou`. `id` is that of the ending.
 */
export function endingOf(
  { fields, thankYou, endings = [] }: FormEndings,
  sent: AnswerValues,
): End & { readonly id?: string } {
  // No field has an ID with a space. The page ends a page of the form that is hidden.
  const asFields = endings.map((each, index) => ({ id: `${index} `, type: 'ending', visibleIf: each.if }));
  const { visible, calculated } = evaluate([...fields, { id: ' ', type: 'page' }, ...asFields], sent);
  const end = endings.find((_, index) => visible.has(`${index} `)) ?? thankYou ?? {};
  const answers = new Map<string, unknown>([...Object.entries(sent), ...calculated].filter(([id]) => visible.has(id)));
  return {
    ...end,
    ...(end.redirectUrl && { redirectUrl: withAnswers(end.redirectUrl, end.redirectAnswers, answers) }),
  };
}

/** Returns an address with answers as parameters. The URL parser encodes them, so they cannot change anything else. */
function withAnswers(address: string, ids: readonly string[] = [], answers: ReadonlyMap<string, unknown>): string {
  if (ids.length === 0) return address;
  const url = new URL(address);
  for (const id of ids) {
    for (const answer of [answers.get(id) ?? []].flat()) {
      if (typeof answer !== 'object') url.searchParams.append(id, String(answer));
    }
  }
  return url.href;
}
