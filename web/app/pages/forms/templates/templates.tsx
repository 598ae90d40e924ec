import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { Loading } from '../../../parts/feedback.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { language } from '../../../texts/language.ts';
import { t } from '../new/texts/t.ts';
import { type Template, TemplateDialog } from './template-dialog.tsx';

/** Names of the service's own templates in the language of the page. */
async function inLanguage(templates: readonly Template[]): Promise<Template[]> {
  if (language === 'en') return [...templates];
  const { de } = await import('./built-in.de.ts');
  return templates.map(template => (template.isBuiltIn ? { ...template, ...de[template.id] } : template));
}

/** A blank form, the templates of the organization, and the built-in ones. */
export function Templates({ first }: { first: ComponentChildren }) {
  const templates = useLoad(async signal => {
    const { items } = await call('GET /templates', { query: { limit: 1000 }, signal });
    return inLanguage(items);
  }, []);
  const [shown, setShown] = useState<Template>();
  const close = () => setShown(undefined);
  const onChange = () => {
    close();
    templates.reload();
  };
  return (
    <Loading of={templates}>
      {items => {
        const own = items.filter(({ isBuiltIn }) => !isBuiltIn);
        const builtIn = items.filter(({ isBuiltIn }) => isBuiltIn);
        return (
          <>
            <TemplateCards first={first} templates={own.length > 0 ? [] : builtIn} onShow={setShown} />
            {own.length > 0 && (
              <>
                <h2>{t('ownTemplates')}</h2>
                <TemplateCards templates={own} onShow={setShown} />
                <h2>{t('builtInTemplates')}</h2>
                <TemplateCards templates={builtIn} onShow={setShown} />
              </>
            )}
            {shown && <TemplateDialog template={shown} onClose={close} onChange={onChange} />}
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
