import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { replyAddress } from '../../../../../shared/domain/responses/replies.ts';
import type { Response } from '../response.ts';

/** Returns the addresses that a reply to this response can go to. */
export const replyAddresses = (form: Form, { answers, spam, restricted, status }: Response) =>
  spam || restricted || status !== 'completed'
    ? []
    : form.fields.flatMap(({ id }) => {
        const found = replyAddress(form, answers, id);
        return 'to' in found ? [found] : [];
      });
