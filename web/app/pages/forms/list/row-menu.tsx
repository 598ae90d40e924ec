import { useState } from 'preact/hooks';
import type { Form } from '../../../../../shared/domain/forms/form.ts';
import { Menu } from '../../../parts/menu.tsx';
import { partOf } from '../../../parts/page-of.tsx';
import { t } from '../texts/t.ts';

const SaveTemplate = partOf(() => import('../new/save-template.tsx'));

/** The actions on a form in the list. `onChange` is called when the list changes. */
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
