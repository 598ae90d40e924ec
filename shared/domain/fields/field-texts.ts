import type { Fault } from '../../fault.ts';
import type { Field } from './field.ts';

/**
 * Returns faults of a field's machine-readable texts. A schema could check them, but its error would quote the
 * expression.
 */
export const faultsOfTexts = ({
  autocomplete,
  query,
  validate: { domains = [], accept = [] } = {},
}: Field): Fault[] => [
  ...faultOf('autocomplete', autocomplete, isAutocomplete, autocompleteWords),
  ...faultOf('query', query, text => /^[^\s&=#?+%\p{Cc}]+$/u.test(text), queryWords),
  ...domains.flatMap((domain, at) =>
    faultOf(`validate.domains[${at}]`, domain, text => DOMAIN.test(text), domainWords),
  ),
  ...accept.flatMap((type, at) => faultOf(`validate.accept[${at}]`, type, text => ACCEPTED.test(text), acceptWords)),
];

function faultOf(field: string, text: string | undefined, isRight: (text: string) => boolean, words: string): Fault[] {
  return text === undefined || isRight(text) ? [] : [{ field, rule: 'pattern', message: words }];
}

const queryWords = 'must be the name of a parameter, without spaces and without & = # ? + %';

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
const domainWords = 'must be a domain without "@": example.com; one beyond ASCII in Punycode';

const ACCEPTED = /^(\.[a-z0-9][a-z0-9_+.-]*|[a-z0-9!#$&^_.+-]+\/([a-z0-9!#$&^_.+-]+|\*))$/i;
const acceptWords = 'must be a media type, or the ending of a name with its dot: image/png, image/* or .pdf';

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#autofill-field */
const autofillFields = new Set(
  [
    'name honorific-prefix given-name additional-name family-name honorific-suffix nickname username new-password',
    'current-password one-time-code organization-title organization street-address address-line1 address-line2',
    'address-line3 address-level4 address-level3 address-level2 address-level1 country country-name postal-code cc-name',
    'cc-given-name cc-additional-name cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type',
    'transaction-currency transaction-amount language bday bday-day bday-month bday-year sex url photo',
  ]
    .join(' ')
    .split(' '),
);
const contactFields = new Set(
  'tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix tel-extension email impp'.split(
    ' ',
  ),
);
const autocompleteWords =
  'must be an autofill token of HTML, such as name, email, tel, organization, street-address, postal-code, country, bday, "shipping postal-code" or off';

/** Matches an autofill value. `home` and the like may only precede a contact. */
const AUTOCOMPLETE = /^(?:section-\S+ )?(?:(?:shipping|billing) )?((?:home|work|mobile|fax|pager) )?(\S+)$/;

function isAutocomplete(text: string): boolean {
  if (text === 'on' || text === 'off') return true;
  const [, kind, field = ''] = AUTOCOMPLETE.exec(text) ?? [];
  return contactFields.has(field) || (kind === undefined && autofillFields.has(field));
}
