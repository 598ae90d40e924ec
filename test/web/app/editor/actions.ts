import type { FieldType } from '../../../../shared/domain/fields/field.ts';
import { fieldTypes } from '../../../../shared/domain/fields/field-types.ts';
import {
  changedChoices,
  choicesOf,
  type ListName,
  movedChoice,
  relabelledChoice,
  revaluedChoice,
  withChoice,
  withoutChoice,
} from '../../../../web/app/pages/editor/model/choices.ts';
import {
  type Comparison,
  comparableBefore,
  comparisonOf,
  fieldsBefore,
} from '../../../../web/app/pages/editor/model/conditions.ts';
import type { Draft, Field } from '../../../../web/app/pages/editor/model/draft.ts';
import {
  changedField,
  changedPolicy,
  changedRule,
  duplicateField,
  insertField,
  moveField,
  relabelField,
  removeField,
} from '../../../../web/app/pages/editor/model/fields.ts';
import { ofKind } from '../../../../web/app/pages/editor/model/formulas.ts';
import { newField } from '../../../../web/app/pages/editor/model/new-field.ts';
import { asCompute } from '../../../../web/app/pages/editor/model/references.ts';
import { retypeField } from '../../../../web/app/pages/editor/model/retype.ts';
import { textsOf, translateText, withLanguage, withoutLanguage } from '../../../../web/app/pages/editor/model/texts.ts';
import { validFields } from '../../../shared/domain/forms/generated-forms.ts';
import { fc } from '../../../support/properties.ts';

export const words = {
  label: 'Question',
  option: (count: number) => `Option ${count}`,
  row: (count: number) => `Row ${count}`,
  column: (count: number) => `Column ${count}`,
  statement: 'Something to read',
  consent: 'I agree',
};

const nothingStored: ReadonlySet<string> = new Set();
const types = Object.keys(fieldTypes) as FieldType[];

/** What somebody does: which of the kinds, at which field, with which number and text. */
export type EditorAction = {
  readonly kind: keyof typeof kinds;
  readonly at: number;
  readonly n: number;
  readonly text: string;
};

type Act = (draft: Draft, field: Field, deed: EditorAction) => Draft;

const listOf = ({ options, rows }: Field): ListName | undefined => (options ? 'options' : rows ? 'rows' : undefined);

const onList =
  (act: (draft: Draft, id: string, list: ListName, deed: EditorAction) => Draft): Act =>
  (draft, field, deed) => {
    const list = listOf(field);
    return list ? act(draft, field.id, list, deed) : draft;
  };

const placeIn = (draft: Draft, id: string, list: ListName, n: number): number =>
  n % (draft.fields.find(field => field.id === id)?.[list]?.length ?? 1);

/** A question about a field, with a value that somebody would type. */
function asked(field: Field): Comparison {
  const comparison = comparisonOf(field);
  const typed = { date: '2026-01-31', time: '09:30' }[field.type as string] ?? 'x';
  return comparison.value === '' ? { ...comparison, value: typed } : comparison;
}

const kinds = {
  move: (draft, { id }, { n }) => moveField(draft, id, n % draft.fields.length).draft,
  add: (draft, _field, { n, at }) =>
    insertField(
      draft,
      newField(draft, types[n % types.length] ?? 'text', words, nothingStored),
      at % draft.fields.length,
    ).draft,
  duplicate: (draft, { id }) => duplicateField(draft, id, nothingStored).draft,
  remove: (draft, { id }) => (draft.fields.length > 1 ? removeField(draft, id).draft : draft),
  label: (draft, { id }, { text }) => relabelField(draft, id, text, nothingStored).draft,
  help: (draft, { id, type }, { text }) =>
    (fieldTypes[type].properties as readonly string[]).includes('help')
      ? changedField(draft, id, { help: text || undefined })
      : draft,
  rule: (draft, { id, type }, { n }) => (type === 'text' ? changedRule(draft, id, { maxLength: n + 10 }) : draft),
  retype: (draft, { id }, { n }) => retypeField(draft, id, types[n % types.length] ?? 'text', words),
  policy: (draft, { id, type }, { n }) =>
    ['statement', 'page', 'file'].includes(type)
      ? draft
      : changedPolicy(draft, id, (['encrypted', 'masked', undefined] as const)[n % 3]),
  addChoice: onList((draft, id, list) => withChoice(draft, id, list, words.option)),
  removeChoice: onList((draft, id, list, { n }) =>
    (draft.fields.find(field => field.id === id)?.[list]?.length ?? 0) > 1
      ? withoutChoice(draft, id, list, placeIn(draft, id, list, n))
      : draft,
  ),
  moveChoice: onList((draft, id, list, { n }) => movedChoice(draft, id, list, placeIn(draft, id, list, n), n % 2)),
  labelChoice: onList((draft, id, list, { n, text }) =>
    relabelledChoice(draft, { id, list, place: placeIn(draft, id, list, n) }, `${text}${n}`, n % 2 === 0),
  ),
  valueChoice: onList((draft, id, list, { n, text }) =>
    revaluedChoice(draft, { id, list, place: placeIn(draft, id, list, n) }, `v${text}${n}`),
  ),
  pasteChoices: onList((draft, id, list, { text }) =>
    changedChoices(draft, id, list, choicesOf(`One\n${text}\nTwo | 2`, [])),
  ),
  show: (draft, { id }, { n }) => {
    const before = comparableBefore(draft, id);
    const field = before[n % before.length];
    return field ? changedField(draft, id, { visibleIf: asked(field) }) : draft;
  },
  compute: (draft, { id, type, compute }, { n }) =>
    type === 'calculated' && compute
      ? changedField(draft, id, {
          compute: asCompute(
            ofKind(
              (['field', 'score', 'op', 'number', 'if'] as const)[n % 5] ?? 'op',
              0,
              fieldsBefore(draft, id),
              comparableBefore(draft, id).filter(field => comparisonOf(field).value !== ''),
            ),
          ),
        })
      : draft,
  language: (draft, _field, { n }) => withLanguage(draft, n % 2 ? 'de' : 'fr', 'en'),
  dropLanguage: (draft, _field, { n }) => withoutLanguage(draft, n % 2 ? 'de' : 'fr'),
  translate: (draft, _field, { n, text }) => {
    const texts = textsOf(draft);
    const { path } = texts[n % texts.length] ?? { path: ['title'] };
    return translateText(withLanguage(draft, 'de', 'en'), 'de', path, text.trim());
  },
} satisfies Record<string, Act>;

export const done = (draft: Draft, deed: EditorAction): Draft => {
  const field = draft.fields[deed.at % draft.fields.length];
  return field ? kinds[deed.kind](draft, field, deed) : draft;
};

export const deeds: fc.Arbitrary<EditorAction[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    at: fc.nat(50),
    n: fc.nat(200),
    text: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('Straße', '<b>x</b>', '__proto__', 'constructor', 'a | b'),
    ),
  }),
  { maxLength: 25 },
);

export const drafts: fc.Arbitrary<Draft> = validFields
  .filter(fields => fields.length > 0)
  .map(fields => ({ title: 'A form', status: 'draft', fields }));
