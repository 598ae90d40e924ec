/** The forms of a label in a text: `{label}`, and in English the forms that sentences need. */
export type LabelForms = {
  readonly label: string;
  /** Within a sentence: `toppings`. */
  readonly it: string;
  /** The label at the start of a sentence: `Age`. */
  readonly The: string;
  /** After "Enter": `your full name`. */
  readonly your: string;
  /** After "Select": `a country`. */
  readonly a: string;
};

const determiner = /^(your|my|our|the|a|an|this|their|his|her)\s/i;
/** Matches labels that are questions or sentences. */
const sentence =
  /^(what|when|where|which|who|whose|why|how|do|does|did|is|are|was|were|can|could|will|would|should|have|has|if|please|tell|rate|choose|select|pick|enter|type|give|describe|list|add|upload|any|anything|i|we|at|in|on)\b/i;
const wordsMax = 6;
const charactersMax = 80;

/**
 * Returns the forms of a label. A label that is not a noun phrase is quoted, like any that is not English.
 *
 * @param isEnglish whether the texts are English, and the label may be
 */
export function labelForms(raw: string, isEnglish: boolean): LabelForms {
  const label = raw.replace(/\s*[:*]+\s*$/, '');
  const noun = label.replace(/\s*\([^)]*\)$/, '');
  if (!isEnglish || !isNounPhrase(noun)) return quotedForms(label);
  const it = /^(?:\p{Lu}[^\s\p{Lu}\d-][^\s\p{Lu}\d]*|E-\S*)(?=\s|$)/u.test(noun)
    ? noun.charAt(0).toLowerCase() + noun.slice(1)
    : noun;
  const isDetermined = determiner.test(noun);
  return {
    label,
    it,
    The: noun.charAt(0).toUpperCase() + noun.slice(1),
    your: isDetermined ? it : `your ${it}`,
    a: isDetermined || isPlural(noun) ? it : `${/^([aeio]|u(?!n?i|se)|hour|honest)/i.test(it) ? 'an' : 'a'} ${it}`,
  };
}

const isNounPhrase = (label: string): boolean =>
  /^[\p{L}\d][\p{L}\p{M}\d '’/&-]*$/u.test(label) && !sentence.test(label) && label.split(/\s+/).length <= wordsMax;

/** Whether a phrase is plural, by its main word: "types of room" is, a "status" is not. */
const isPlural = (noun: string): boolean => /[^sui]s$/i.test(noun.split(/\s(?:of|for|in|at|to|with)\s/i)[0] ?? '');

function quotedForms(label: string): LabelForms {
  const isLong = label.length > charactersMax;
  const quoted = isLong ? `${label.slice(0, charactersMax).trimEnd()}…` : label;
  return {
    label: quoted,
    it: `“${quoted}”`,
    The: `Your answer to “${quoted}”`,
    your: `an answer to “${quoted}”`,
    a: `an answer to “${quoted}”`,
  };
}
