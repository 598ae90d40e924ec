import { choiceLabel, choiceValue } from '../../../../shared/domain/fields/field.ts';
import type { Difference } from '../../../../shared/domain/forms/form-changes.ts';
import { ofEditor } from '../forms/of-editor.ts';
import type { Comparison } from './model/conditions.ts';
import type { Condition, Field, FieldType, Formula } from './model/draft.ts';
import type { FieldWords } from './model/new-field.ts';
import { t } from './texts/t.ts';

/** Returns the name that people know a field by. */
export const nameOf = ({ id, label, text }: Pick<Field, 'id' | 'label' | 'text'>): string =>
  label?.trim() || text?.trim() || id;

export const typeName = (type: FieldType): string => t(`type_${type}`);

const names = [...ofEditor, 'status', 'fieldPolicies'] as const;
type PropertyName = (typeof names)[number];

/** Returns what people call the changed part of a form. */
export function nameOfDifference({ kind, name, field }: Pick<Difference, 'kind' | 'name' | 'field'>): string {
  if (kind === 'moved') return t('order');
  if (field) return nameOf(field);
  return names.includes(name as PropertyName) ? t(`setting_${name as PropertyName}`) : name;
}

/** Returns the first texts of a new field of a type. */
export const wordsFor = (type: FieldType): FieldWords => ({
  label: type === 'calculated' || type === 'hidden' ? typeName(type) : t(`label_${type}`),
  option: count => t('optionName', { count }),
  row: count => t('rowName', { count }),
  column: count => t('columnName', { count }),
  statement: t('statementText'),
  consent: t('consentText'),
});

const named = (fields: readonly Field[], id: string): string => {
  const field = fields.find(each => each.id === id);
  return field ? nameOf(field) : id;
};

const valueName = (field: Field | undefined, value: unknown): string => {
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  const choice = field?.options?.find(option => choiceValue(option) === value);
  return `“${choice === undefined ? String(value) : choiceLabel(choice)}”`;
};

function comparisonInWords({ field: id, op, value }: Comparison, fields: readonly Field[]): string {
  const field = fields.find(each => each.id === id);
  const values = value === undefined ? [] : [value].flat().map(each => valueName(field, each));
  return [named(fields, id), t(`op_${op}`), values.join(', ')].filter(Boolean).join(' ');
}

/** A condition as a sentence: `Pet is “dog” and Age is at least “18”`. */
export function conditionInWords(condition: Condition, fields: readonly Field[]): string {
  const inner = (part: Condition) => {
    const text = conditionInWords(part, fields);
    return 'field' in part || 'not' in part ? text : `(${text})`;
  };
  if ('all' in condition) return condition.all.map(inner).join(` ${t('and')} `);
  if ('any' in condition) return condition.any.map(inner).join(` ${t('or')} `);
  if ('not' in condition) return `${t('not')} (${conditionInWords(condition.not, fields)})`;
  return comparisonInWords(condition, fields);
}

const signs = { '+': ' + ', '-': ' − ', '*': ' × ', '/': ' ÷ ' } as const;

/** A formula as it would be written: `Seats × 10`. */
export function formulaInWords(part: Formula, fields: readonly Field[]): string {
  if (typeof part === 'number') return String(part);
  if ('score' in part) return t('pointsOf', { name: named(fields, part.score) });
  if ('if' in part) {
    const [met, otherwise] = [formulaInWords(part.then, fields), formulaInWords(part.else, fields)];
    return t('ifWords', { condition: conditionInWords(part.if, fields), met, otherwise });
  }
  if ('field' in part) return named(fields, part.field);
  const args = part.args.map(arg => {
    const text = formulaInWords(arg, fields);
    return typeof arg === 'object' && 'op' in arg && arg.op in signs ? `(${text})` : text;
  });
  return part.op in signs ? args.join(signs[part.op as keyof typeof signs]) : `${part.op}(${args.join(', ')})`;
}
