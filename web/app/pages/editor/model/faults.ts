import { choiceLabel, choiceValue } from '../../../../../shared/domain/fields/field.ts';
import { faultsOfForm } from '../../../../../shared/domain/forms/form-rules.ts';
import type { Draft, Field } from './draft.ts';

/** The faults of a form in the service's words. */
export type FormFault = ReturnType<typeof faultsOfForm>[number];

export type PlacedFault = FormFault & {
  /** The ID of the field with the fault. */
  readonly id?: string;
  /** The place within the field or the form: `validate.min`, `options[2]`. */
  readonly at: string;
};

/** Returns everything wrong with a draft, by the same rules as the service. */
export function faultsOf(draft: Draft, status: Draft['status'] = draft.status): PlacedFault[] {
  const faults = [...blanksOf(draft), ...faultsOfForm({ ...draft, status })];
  return faults.map(fault => placeFault(fault, draft.fields));
}

/** Assigns a fault to its field, if its path names one. */
export function placeFault(fault: FormFault, fields: readonly Field[]): PlacedFault {
  const inFields = /^fields\[(\d+)\]\.?(.*)$/.exec(fault.field);
  const field = inFields && fields[Number(inFields[1])];
  if (field) return { ...fault, id: field.id, at: inFields[2] ?? '' };
  const [, by, id, rest] = /^(fieldPolicies|texts\.[^.]+\.fields)\.([^.]+)(.*)$/.exec(fault.field) ?? [];
  const named = fields.find(each => each.id === id);
  return named
    ? { ...fault, id: named.id, at: `${by === 'fieldPolicies' ? 'policy' : 'texts'}${rest}` }
    : { ...fault, at: fault.field };
}

const isBlank = (text: string | undefined): boolean => text !== undefined && text.trim() === '';

const blank = (field: string): FormFault => ({ field, rule: 'blank', message: 'must not be blank' });

/** Returns faults for texts that the user left empty. */
function blanksOf({ title, theme, welcome, thankYou, closedMessage, fields }: Draft): FormFault[] {
  return [
    ...(isBlank(title) ? [blank('title')] : []),
    ...(isBlank(theme?.buttonText) ? [blank('theme.buttonText')] : []),
    ...(isBlank(welcome?.text) ? [blank('welcome.text')] : []),
    ...(isBlank(welcome?.buttonText) ? [blank('welcome.buttonText')] : []),
    ...(isBlank(thankYou?.text) ? [blank('thankYou.text')] : []),
    ...(isBlank(closedMessage) ? [blank('closedMessage')] : []),
    ...fields.flatMap((field, index) => blanksOfField(field).map(at => blank(`fields[${index}].${at}`))),
  ];
}

const blanksOfField = (field: Field): string[] => [
  ...(isBlank(field.text) ? ['text'] : []),
  ...(['options', 'rows', 'columns'] as const).flatMap(list =>
    (field[list] ?? []).flatMap((choice, place) =>
      choiceLabel(choice) === '' || choiceValue(choice) === '' ? [`${list}[${place}]`] : [],
    ),
  ),
];
