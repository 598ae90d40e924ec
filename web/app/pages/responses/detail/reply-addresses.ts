import type { Form } from '../../../../../shared/domain/forms/form.ts';
import type { Response } from '../response.ts';

/** The addresses that a reply can go to: answers to fields of type email without a policy. */
export const replyAddresses = ({ fields, fieldPolicies = {} }: Form, { answers, spam, status }: Response) =>
  spam || status !== 'completed'
    ? []
    : fields.flatMap(({ id, type }) => {
        const to = answers[id];
        const isUsable = type === 'email' && fieldPolicies[id] === undefined && typeof to === 'string' && to !== '';
        return isUsable ? [{ fieldId: id, to }] : [];
      });
