import type { Form } from '../../../../shared/domain/forms/form.ts';
import { Menu } from '../../parts/menu.tsx';
import { t } from './texts.ts';

/** What can be done with a form of the list; `onChange` when the list is another then. */
export const RowMenu = (props: { form: Form; onChange: () => void }) => (
  <Menu label={t('actionsFor', { title: props.form.title })}>
    {async () => {
      const { RowItems } = await import('./row-items.tsx');
      return <RowItems {...props} />;
    }}
  </Menu>
);
