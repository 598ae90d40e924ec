import { isObject, type JsonObject } from '../../json.ts';
import { mapProperties, withoutNulls } from '../bodies/neutral-values.ts';
import { fieldTypes } from '../fields/field-types.ts';

/**
 * Returns a form as sent, without unused properties: programs that write every property send `""`, `[]` and `null` for
 * unused ones. Properties that are required, or meaningful when present, stay for the rules to check.
 */
export function withoutUnused(sent: unknown): unknown {
  if (!isObject(sent)) return sent;
  return mapProperties(withUsedFields(sent), (part, name) => {
    if (name === 'templateId') return part === '' ? undefined : part;
    return settings.includes(name) ? usedOf(name, withoutBlanks(part)) : part;
  });
}

/** Removes unused properties only from fields, for a patch of a form: other blank values in it may be meant. */
export const withUsedFields = (sent: JsonObject): JsonObject =>
  Array.isArray(sent.fields) ? { ...sent, fields: sent.fields.map(withoutUnusedOfField) } : sent;

/** The optional parts of a form, in which a blank text means nothing. */
const settings: readonly string[] = [
  ...[
    'fieldPolicies',
    'storage',
    'ui',
    'theme',
    'spamProtection',
    'retention',
    'limits',
    'hostedPage',
    'autoresponder',
  ],
  ...['closesAt', 'closedMessage', 'welcome', 'thankYou', 'privacy', 'language', 'texts'],
];

function withoutBlanks(value: unknown): unknown {
  if (value === '') return undefined;
  return isObject(value) ? mapProperties(value, withoutBlanks) : value;
}

/** Returns a property, unless it is as good as left out: blank, or an automatic reply that is off and has no text. */
function usedOf(name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const isEmpty = Object.keys(value).length === 0;
  if (isEmpty && ['storage', 'retention'].includes(name)) return undefined;
  const isOff = name === 'autoresponder' && value.enabled !== true && (!value.subject || !value.body);
  return isOff && value.enabled !== undefined ? undefined : value;
}

/** The properties that every field may have. */
const ofEvery = ['id', 'type', 'label', 'validate', 'visibleIf', 'requiredIf', 'compute'];

/** Properties that mean nothing when blank or empty, although their type has them. */
const optional = ['default', 'query', 'placeholder', 'help', 'autocomplete', 'lowLabel', 'highLabel', 'label'];
const logic = ['visibleIf', 'requiredIf', 'compute'];

const ofSomeType: ReadonlySet<string> = new Set(Object.values(fieldTypes).flatMap(({ properties }) => properties));

function withoutUnusedOfField(sent: unknown): unknown {
  const field = withoutNulls(sent);
  if (!isObject(field)) return sent;
  const type = Object.hasOwn(fieldTypes, String(field.type))
    ? fieldTypes[field.type as keyof typeof fieldTypes]
    : undefined;
  if (!type) return field;
  const known: readonly string[] = [...ofEvery, ...type.properties];
  return mapProperties(field, (part, name) => {
    if (name === 'validate' && isObject(part)) return withoutUnusedRules(part, type.rules ?? []);
    return isUnused(known, name, part) ? undefined : part;
  });
}

function isUnused(known: readonly string[], name: string, part: unknown): boolean {
  if (optional.includes(name) && isBlank(part)) return true;
  if (logic.includes(name) && isEmptyObject(part)) return true;
  return !known.includes(name) && ofSomeType.has(name) && (isBlank(part) || isEmptyObject(part) || part === false);
}

const withoutUnusedRules = (rules: JsonObject, known: readonly string[]): JsonObject =>
  mapProperties(rules, (rule, name) => {
    const isUnused = isBlank(rule) || (!known.includes(name) && (rule === false || rule === 0));
    return isUnused ? undefined : rule;
  });

const isBlank = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0);

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;
