import type { Form } from '../../../../shared/domain/forms/form.ts';
import { call } from '../../api/client.ts';
import { confirm, messageOf, toast } from '../../parts/index.ts';
import { t } from './texts/t.ts';

const said = { live: 'published', draft: 'unpublished', archived: 'closed' } as const;

/** Sets the status, and offers to undo it. */
export async function setStatus({ id, title, status: before }: Form, status: Form['status'], then: () => void) {
  const set = async (next: Form['status']) => {
    await call('PUT /forms/{id}', { params: { id }, body: { status: next } });
    then();
  };
  try {
    await set(status);
    toast(t(said[status], { title }), () => set(before).catch(error => toast(messageOf(error))));
  } catch (error) {
    toast(messageOf(error));
  }
}

/** Deletes a form after the user has typed its title, because its responses are deleted too. */
export const deleteForm = ({ id, title }: Form, then: () => void): void =>
  confirm({
    title: t('deleteTitle', { title }),
    text: t('deleteText'),
    action: t('deleteAction'),
    danger: true,
    typed: title,
    run: async () => {
      await call('DELETE /forms/{id}', { params: { id } });
      toast(t('deleted', { title }));
      then();
    },
  });
