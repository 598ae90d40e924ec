import { keyOf, partsOf } from '../../store/keys.ts';
import { type Change, type CounterDelta, type Image, transition } from './counter-delta.ts';

export function deltaOfForm(formId: string, { before, after }: Change): CounterDelta | undefined {
  const partition = after?.gsi1pk ?? before?.gsi1pk;
  const scope = partition && partsOf('form', 'gsi1pk', partition)?.environmentId;
  if (!scope) return undefined;
  const key = keyOf('formsCounts', { scope });
  // A form that is off the lists, as a deleted one is, is no longer counted.
  const listed = (image?: Image) => (image?.gsi1pk ? image.status : undefined);
  return {
    owners: [keyOf('form', { form: formId })],
    guard: keyOf('formsCounts', { scope: formId }),
    additions: transition(listed(before), listed(after)).map(({ what, by }) => ({ key, attribute: what, by })),
    newest: before ? undefined : { sortKey: formId, counters: [key] },
  };
}
