import { isObject, type Json, type JsonObject } from '../template/template.ts';

const rules: Record<string, (argument: Json, value: Json | undefined) => boolean> = {
  exists: (argument, value) => (value !== undefined) === argument,
  prefix: (argument, value) => typeof value === 'string' && value.startsWith(String(argument)),
};

/** Whether an event matches a pattern: each named field has one of the given values. */
export function matchesPattern(pattern: JsonObject, event: Json | undefined): boolean {
  return Object.entries(pattern).every(([name, expected]) => {
    const value = isObject(event) ? event[name] : undefined;
    if (isObject(expected)) return matchesPattern(expected, value);
    return asList(expected).some(rule => (Array.isArray(value) ? value : [value]).some(item => accepts(rule, item)));
  });
}

/** Returns a rule of the pattern that isn't supported here, if any. */
export function unknownRule(pattern: JsonObject): string | undefined {
  for (const [name, expected] of Object.entries(pattern)) {
    if (name.startsWith('$')) return name;
    const unknown = isObject(expected)
      ? unknownRule(expected)
      : asList(expected)
          .filter(isObject)
          .flatMap(Object.keys)
          .find(rule => !Object.hasOwn(rules, rule));
    if (unknown) return unknown;
  }
  return undefined;
}

function accepts(rule: Json, value: Json | undefined): boolean {
  if (!isObject(rule)) return rule === value;
  return Object.entries(rule).every(([name, argument]) => rules[name]?.(argument, value) ?? false);
}

function asList(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [value];
}
