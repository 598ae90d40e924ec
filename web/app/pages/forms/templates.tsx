import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../api/client.ts';
import { useAction, useLoad } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote, Loading } from '../../parts/feedback.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useGo } from '../../parts/link.tsx';
import { t as base } from '../../texts/base.ts';
import { FormPreview } from './form-preview.tsx';
import { t } from './new-texts.ts';

type Template = ItemOf<'GET /templates'>;

/** Those of the service, behind an empty one, and those of the organization. */
export function Templates({ first }: { first: ComponentChildren }) {
  const templates = useLoad(signal => call('GET /templates', { query: { limit: 1000 }, signal }), []);
  const [shown, setShown] = useState<Template>();
  return (
    <Loading of={templates}>
      {({ items }) => {
        const own = items.filter(({ isBuiltIn }) => !isBuiltIn);
        return (
          <>
            <TemplateCards first={first} templates={items.filter(({ isBuiltIn }) => isBuiltIn)} onShow={setShown} />
            {own.length > 0 && <h2>{t('ownTemplates')}</h2>}
            {own.length > 0 && <TemplateCards templates={own} onShow={setShown} />}
            {shown && <TemplateDialog template={shown} onClose={() => setShown(undefined)} />}
          </>
        );
      }}
    </Loading>
  );
}

type TemplateCardsProps = {
  readonly first?: ComponentChildren;
  readonly templates: readonly Template[];
  readonly onShow: (template: Template) => void;
};

const TemplateCards = ({ first, templates, onShow }: TemplateCardsProps) => (
  <ul class="templates">
    {first && <li>{first}</li>}
    {templates.map(template => (
      <li key={template.id}>
        <button type="button" class="template" onClick={() => onShow(template)}>
          <Icon name="forms" />
          <strong>{template.name}</strong>
          <small>{template.description ?? t('fields', { count: template.form.fields.length })}</small>
        </button>
      </li>
    ))}
  </ul>
);

function TemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const go = useGo();
  const use = useAction(async () => {
    const { id } = await call('POST /forms', { body: { templateId: template.id } });
    go(`/forms/${id}/edit`);
  });
  return (
    <Dialog
      title={template.name}
      onClose={onClose}
      onSubmit={use.run}
      wide
      footer={
        <>
          <Button onClick={onClose}>{base('cancel')}</Button>
          <Button type="submit" kind="primary" busy={use.busy}>
            {t('use')}
          </Button>
        </>
      }
    >
      {template.description && <p class="help">{template.description}</p>}
      <FormPreview form={template.form} />
      <ErrorNote error={use.error} />
    </Dialog>
  );
}
