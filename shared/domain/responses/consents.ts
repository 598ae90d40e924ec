import type { Fault } from '../../fault.ts';
import { answerOf } from '../fields/answer-types.ts';
import { consentsName } from '../fields/field.ts';
import { type ConsentText, consentTextsOf } from '../forms/consent-texts.ts';
import type { Form } from '../forms/form.ts';
import type { Response, SubmissionBody } from './response.ts';

type FormWithTexts = Pick<Form, 'fields' | 'language' | 'texts'>;
type Consents = NonNullable<Response['meta']['consents']>;

/** The rule that a consent breaks whose text has changed since it was shown. */
export const outdatedRule = 'outdated';

/**
 * Returns the consent IDs that a submission names, or undefined if it names none. The form itself may have a field of
 * this name.
 */
function namedIn({ fields }: FormWithTexts, body: SubmissionBody): ReadonlySet<string> | undefined {
  const named = body[consentsName];
  if (named === undefined || fields.some(({ id }) => id === consentsName)) return undefined;
  return new Set(
    [named]
      .flat()
      .map(String)
      .flatMap(ids => ids.split(/[\s,]+/)),
  );
}

const isGiven = (field: Form['fields'][number], body: SubmissionBody): boolean =>
  field.type === 'consent' && Object.hasOwn(body, field.id) && answerOf(field, body[field.id]) === true;

/** Returns the faults of consents that were given to a text that the form no longer has. */
export function outdatedConsents(form: FormWithTexts, body: SubmissionBody): Fault[] {
  const named = namedIn(form, body);
  if (!named) return [];
  const current = consentTextsOf(form);
  const isCurrent = (id: string) => current.some(({ fieldId, consentId }) => fieldId === id && named.has(consentId));
  return form.fields
    .filter(field => isGiven(field, body) && !isCurrent(field.id))
    .map(({ id }) => ({
      field: id,
      rule: outdatedRule,
      message: 'The text of this consent has changed. Show the new text and ask again',
    }));
}

/** The sender of the answers. */
type Giver = NonNullable<Consents[string]['by']>;

/**
 * Returns a response with its consents: for each one that was given, the hash and language of the text, when, and by
 * whom. A consent that is sent again keeps its first time, unless its text has changed since. One that is withdrawn
 * stays, with the time.
 *
 * @param at when the answers arrived (ISO 8601)
 */
export function withConsents<R extends Pick<Response, 'answers' | 'meta'>>(
  form: FormWithTexts,
  response: R,
  sent: SubmissionBody,
  at: string,
  by: Giver = 'server',
): R {
  const { consents: before = {}, ...meta } = response.meta;
  const named = namedIn(form, sent);
  const texts = consentTextsOf(form);
  const ids = new Set([...Object.keys(before), ...texts.map(({ fieldId }) => fieldId)]);
  const consents = [...ids].flatMap(id => {
    const own = texts.filter(({ fieldId }) => fieldId === id);
    const shown = own.find(({ consentId }) => named?.has(consentId));
    // Without an answer in the request nothing was given: the consent text of an imported response is unknown.
    const given = Object.hasOwn(sent, id) ? newConsent(shown ?? own[0], shown !== undefined, { at, by }) : undefined;
    const isGiven = response.answers[id] === true;
    const consent = isGiven ? renewed(before[id], given, shown ? [shown] : own) : withdrawn(before[id], at);
    return consent ? [[id, consent] as const] : [];
  });
  return { ...response, meta: { ...meta, ...(consents.length > 0 && { consents: Object.fromEntries(consents) }) } };
}

type Consent = Consents[string];

const newConsent = (text: ConsentText | undefined, isShown: boolean, event: Pick<Consent, 'at' | 'by'>) =>
  text && {
    textHash: text.textHash,
    ...(text.language !== undefined && { language: text.language }),
    ...(isShown && { shown: true }),
    ...event,
  };

const withdrawn = (known: Consent | undefined, at: string): Consent | undefined =>
  known && { ...known, withdrawnAt: known.withdrawnAt ?? at };

/** Returns the consent as it was known, if it is still good and was given to one of these texts; else the given one. */
function renewed(known: Consent | undefined, given: Consent | undefined, texts: readonly ConsentText[]) {
  const isGood = known && !known.withdrawnAt && texts.some(text => isOf(known, text));
  return isGood ? known : (given ?? known);
}

/** Whether a consent was given to a text. Consents from before 0.3.0 have no language. */
const isOf = ({ textHash, language }: Consent, text: ConsentText): boolean =>
  text.textHash === textHash && (language === undefined || text.language === language);
