import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import type { Field } from '../fields/field.ts';
import type { Form } from './form.ts';
import { faultsOfCondition } from './logic/condition-faults.ts';
import { type FieldPolicy, personalOrSealed } from './logic/effective-policies.ts';

type FormWithEndings = Pick<Form, 'thankYou' | 'endings' | 'texts'> & {
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
};

/** Returns the faults of what follows a submission, beyond those of the schema and of the texts. */
export function faultsOfEndings(form: FormWithEndings): Fault[] {
  const { thankYou, endings = [] } = form;
  const earlier = new Map(form.fields.map(field => [field.id, field]));
  const comparisons = { ofField: 0, ofForm: 0 };
  return [
    ...faultsOfAnswers(form, thankYou, 'thankYou'),
    ...endings.flatMap((ending, index) => {
      const path = `endings[${index}]`;
      comparisons.ofField = 0;
      const scope = { id: '', earlier, all: new Set(earlier.keys()), comparisons };
      return [
        ...(endings.findIndex(({ id }) => id === ending.id) === index ? [] : [repeated(path, ending.id)]),
        ...faultsOfCondition(ending.if, `${path}.if`, scope),
        ...faultsOfRedirect(ending, path),
        ...faultsOfAnswers(form, ending, path),
      ];
    }),
    ...Object.entries(form.texts ?? {}).flatMap(([language, words]) =>
      Object.entries(words.endings ?? {}).flatMap(([id, end]) => {
        const path = `texts.${language}.endings.${id}`;
        if (endings.every(each => each.id !== id)) return [unknown(path, `The form has no ending "${id}"; remove it`)];
        return faultsOfRedirect(end, path);
      }),
    ),
  ];
}

const unknown = (field: string, message: string): Fault => ({ field, rule: 'unknown', message });

const repeated = (path: string, id: string): Fault => ({
  field: `${path}.id`,
  rule: 'unique',
  message: `"${id}" is also the id of another ending; ids must be unique`,
});

type Redirect = { readonly redirectUrl?: string; readonly redirectAnswers?: readonly string[] };

/** Returns the fault of an address that an end redirects to, if it is no URL. */
export const faultsOfRedirect = ({ redirectUrl }: Redirect = {}, path: string): Fault[] =>
  redirectUrl === undefined || URL.canParse(redirectUrl)
    ? []
    : [{ field: `${path}.redirectUrl`, rule: 'format', message: patterns.httpUrl.words }];

/** The types whose answers are one text, number or list of texts that may be in an address. */
const passable: readonly string[] = [
  ...['text', 'number', 'select', 'radio', 'multiselect', 'checkbox', 'date', 'time', 'rating', 'scale'],
  ...['ranking', 'currency', 'url', 'hidden', 'calculated'],
];

/** Returns whether the answer to a field of this form may be passed in an address. */
export function passableIn(form: FormWithEndings): (field: Pick<Field, 'id' | 'type'>) => boolean {
  const concealed = personalOrSealed(form);
  return ({ id, type }) => passable.includes(type) && !concealed.has(id);
}

function faultsOfAnswers(form: FormWithEndings, { redirectAnswers = [] }: Redirect = {}, path: string): Fault[] {
  const isPassable = passableIn(form);
  return redirectAnswers.flatMap((id, index) => {
    const at = `${path}.redirectAnswers[${index}]`;
    const field = form.fields.find(each => each.id === id);
    if (!field) return [unknown(at, `The form has no field "${id}"; remove it`)];
    if (!passable.includes(field.type)) {
      const message = `Answers of type ${field.type} can't be passed in an address; remove "${id}"`;
      return [{ field: at, rule: 'notAllowed', message }];
    }
    if (isPassable(field)) return [];
    const message = `"${id}" is personal or sealed, and addresses end up in logs and histories; remove it`;
    return [{ field: at, rule: 'personal', message }];
  });
}
