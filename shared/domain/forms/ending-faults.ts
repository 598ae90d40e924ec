import { patterns } from '../../contracts/patterns.ts';
import type { Fault } from '../../fault.ts';
import type { Field } from '../fields/field.ts';
import type { Form } from './form.ts';
import { faultsOfCondition } from './logic/condition-faults.ts';
import { type FieldPolicy, personalFields, policiesOf } from './logic/effective-policies.ts';

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
        ...faultsOfAddress(ending.redirectUrl, path),
        ...faultsOfAnswers(form, ending, path),
      ];
    }),
    ...Object.entries(form.texts ?? {}).flatMap(([language, words]) =>
      Object.entries(words.endings ?? {}).flatMap(([id, end]) => {
        const path = `texts.${language}.endings.${id}`;
        if (endings.every(each => each.id !== id)) return [unknown(path, `The form has no ending "${id}"; remove it`)];
        return faultsOfAddress(end.redirectUrl, path);
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

const faultsOfAddress = (address: string | undefined, path: string): Fault[] =>
  address === undefined || URL.canParse(address)
    ? []
    : [{ field: `${path}.redirectUrl`, rule: 'format', message: patterns.httpUrl.words }];

type Redirect = { readonly redirectUrl?: string; readonly redirectAnswers?: readonly string[] };

/** The types whose answers are one text, number or list of texts that may be in an address. */
const passable: readonly string[] = [
  ...['text', 'number', 'select', 'radio', 'multiselect', 'checkbox', 'date', 'time', 'rating', 'scale'],
  ...['ranking', 'currency', 'url', 'hidden', 'calculated'],
];

/** Whether the answer to a field may be passed in an address. */
export const isPassable = (form: FormWithEndings, { id, type }: Field): boolean =>
  passable.includes(type) && !policiesOf(form).has(id) && !personalFields(form).has(id);

function faultsOfAnswers(form: FormWithEndings, { redirectAnswers = [] }: Redirect = {}, path: string): Fault[] {
  return redirectAnswers.flatMap((id, index) => {
    const at = `${path}.redirectAnswers[${index}]`;
    const field = form.fields.find(each => each.id === id);
    if (!field) return [unknown(at, `The form has no field "${id}"; remove it`)];
    if (!passable.includes(field.type)) {
      const message = `Answers of type ${field.type} can't be passed in an address; remove "${id}"`;
      return [{ field: at, rule: 'notAllowed', message }];
    }
    if (isPassable(form, field)) return [];
    const message = `"${id}" is personal or sealed, and addresses end up in logs and histories; remove it`;
    return [{ field: at, rule: 'personal', message }];
  });
}
