import { countedForms } from '../../domain/analytics/counter-names.ts';
import { keyOf, partsOf } from '../../store/keys.ts';
import { type CounterDelta, type Image, type ImageChange, transition } from './counter-delta.ts';

export function deltaOfForm(formId: string, { before, after }: ImageChange): CounterDelta | undefined {
  const partition = after?.gsi1pk ?? before?.gsi1pk;
  const scope = partition && partsOf('form', 'gsi1pk', partition)?.environmentId;
  if (!scope) return undefined;
  // A form that is not listed, such as a deleted one, is not counted.
  const listed = (image?: Image) => (image?.gsi1pk === undefined ? undefined : image.status);
  return {
    owner: { scope: formId, keys: [keyOf('form', { form: formId })] },
    additions: transition(listed(before), listed(after)).map(({ what, by }) => ({
      scope,
      name: countedForms(what),
      by,
    })),
    newest: before ? undefined : [{ scope, shard: 'forms', sortKey: formId }],
  };
}
