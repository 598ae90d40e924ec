import {
  type Fingerprint,
  folded,
  matcherOf,
  mayHaveAddress,
  normalized,
  textMatcherOf,
  textsIn,
} from './data-subject.ts';

/** What a response has that can name a person. */
type Content = {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notes: readonly { readonly id: string; readonly body: string }[];
  readonly replies: readonly { readonly id: string; readonly subject: string; readonly body: string }[];
};

/** How a response is about a person: by an answer, by the text of an answer, or by what the team wrote. */
export type Hit = {
  readonly kind: 'named' | 'mentioned' | 'notes';
  /** The fields whose answers name or mention the person. */
  readonly fields: readonly string[];
  readonly notes: readonly string[];
  readonly replies: readonly string[];
};

/** The maximum number of places in a hit. Hits must fit in one item together. */
const placesMax = 10;

/** A shorter value is part of too many texts. */
const valueMin = 3;

/** Returns a fingerprint by which a value is also found within texts. */
export const forMentions = (fingerprint: Fingerprint, value: string | undefined): Fingerprint =>
  value === undefined || value.length < valueMin ? fingerprint : { ...fingerprint, length: value.length };

/**
 * Returns a function that tells how a response is about the person, if it is.
 *
 * @param fingerprint that of a request
 * @returns a function of a response, and of whether its form has a field that names people by the value
 */
export function hitFinderOf(fingerprint: Fingerprint): (content: Content, identifies: boolean) => Hit | undefined {
  const isNamed = matcherOf(fingerprint);
  const isMentioned = mentionMatcherOf(fingerprint);
  return ({ answers, notes, replies }, identifies) => {
    const fields = Object.keys(answers);
    const naming = identifies ? fields.filter(id => isNamed({ [id]: answers[id] })) : [];
    const found = {
      fields: fields.filter(id => naming.includes(id) || textsIn(answers[id]).some(isMentioned)).slice(0, placesMax),
      notes: idsOf(notes.filter(({ body }) => isMentioned(body))),
      replies: idsOf(replies.filter(({ subject, body }) => isMentioned(subject) || isMentioned(body))),
    };
    if (naming.length > 0) return { kind: 'named', ...found };
    if (found.fields.length > 0) return { kind: 'mentioned', ...found };
    return found.notes.length + found.replies.length > 0 ? { kind: 'notes', ...found } : undefined;
  };
}

const idsOf = (parts: readonly { readonly id: string }[]): string[] => parts.slice(0, placesMax).map(({ id }) => id);

/** Returns a function that tells whether a text mentions the person, in any spelling. */
export function mentionMatcherOf(fingerprint: Fingerprint): (text: string) => boolean {
  const isWanted = textMatcherOf(fingerprint);
  const { fieldId, length } = fingerprint;
  if (fieldId === undefined) return text => addressesIn(text).some(isWanted);
  if (length === undefined) return () => false;
  return text => partsOf(text, length).some(isWanted);
}

/** What ends an address in every text, and what may end one but can also be part of it. */
const [ends, mayEnd] = [/[\s,;<>()[\]{}"|«»„“”]+/, /[\s,;<>()[\]{}"|«»„“”:'’/=&?!#*`~]+/];

/** Longer than any address in Unicode with what may be around it. */
const addressMax = 500;

/** Returns the addresses in a text, normalized. */
function addressesIn(text: string): string[] {
  if (!mayHaveAddress(text)) return [];
  // Invisible characters may be within an address, or between it and the next word.
  const texts = [text, text.replace(/\p{Cf}/gu, ' ')].map(folded);
  const words = texts.flatMap(each => [...each.split(ends), ...each.split(mayEnd)]);
  const addresses = [...new Set(words)].filter(word => word.includes('@') && word.length <= addressMax);
  return addresses.map(word => normalized(word.replace(/^[.\-_*]+|[.\-_*:!?'’]+$/g, '')));
}

const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}\p{M}]/u.test(character);

/** Returns the parts of a text that have this length and do not begin or end within a word. */
function partsOf(text: string, length: number): string[] {
  const whole = folded(text).replace(/\s+/g, ' ');
  const parts = new Set<string>();
  for (let start = 0; start + length <= whole.length; start++) {
    const end = start + length;
    const startsWithin = isOfWord(whole[start - 1]) && isOfWord(whole[start]);
    const endsWithin = isOfWord(whole[end - 1]) && isOfWord(whole[end]);
    if (!startsWithin && !endsWithin) parts.add(whole.slice(start, end));
  }
  return [...parts];
}
