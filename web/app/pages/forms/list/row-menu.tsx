import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Menu } from '../../../parts/menu.tsx';
import { pageOf } from '../../../shell/page-of.tsx';
import { t } from '../texts/t.ts';

const SaveTemplate = pageOf(() => import('../templates/save-template.tsx'));

/** What can be done with a form of the list; `onChange` when the list is another then. */
export function RowMenu(props: { form: Form; onChange: () => void }) {
  const [isTemplate, setTemplate] = useState(false);
  return (
    <>
      <Menu label={t('actionsFor', { title: props.form.title })}>
        {async () => {
          const { RowItems } = await import('./row-items.tsx');
          return <RowItems {...props} onTemplate={() => setTemplate(true)} />;
        }}
      </Menu>
      {isTemplate && <SaveTemplate form={props.form} onClose={() => setTemplate(false)} />}
    </>
  );
}
