import type { Fault } from '../../fault.ts';
import type { Choice, Field } from '../fields/field.ts';
import type { FieldPolicy } from './logic/effective-policies.ts';

/** The most options with a limit in a form. */
const limitedMax = 100;

const isLimited = (option: Choice): boolean => typeof option !== 'string' && option.limit !== undefined;

/** Returns the faults of limits that a form cannot have. */
export function faultsOfLimits({
  fields,
  fieldPolicies = {},
}: {
  readonly fields: readonly Field[];
  readonly fieldPolicies?: Readonly<Record<string, FieldPolicy>>;
}): Fault[] {
  const faults = fields.flatMap(({ id, type, options = [], other }, index) => {
    const why = whyNot(type, other, fieldPolicies[id]);
    return options.flatMap((option, place) =>
      why !== undefined && isLimited(option)
        ? [{ field: `fields[${index}].options[${place}].limit`, rule: 'notAllowed', message: why }]
        : [],
    );
  });
  const count = fields.flatMap(({ options = [] }) => options.filter(isLimited)).length;
  if (count <= limitedMax) return faults;
  const message = `${count} options have a limit; a form may have ${limitedMax} of them`;
  return [...faults, { field: 'fields', rule: 'maxItems', message }];
}

function whyNot(type: Field['type'], other: boolean | undefined, policy: FieldPolicy | undefined): string | undefined {
  if (type === 'ranking') return 'A ranking names every option, so its options have no limit; remove limit';
  if (other) return 'With other, a text could name a full option; remove limit or other';
  return policy && 'The number of places left would show encrypted answers; remove limit or the policy';
}
