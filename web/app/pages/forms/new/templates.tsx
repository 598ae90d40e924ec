import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { Loading } from '../../../parts/feedback.tsx';
import { SearchField, Select } from '../../../parts/fields.tsx';
import { language } from '../../../texts/language.ts';
import type { RetentionChoice } from './retention-by-default.ts';
import { type Template, TemplateDialog } from './template-dialog.tsx';
import { t } from './texts/t.ts';
import { Thumbnail } from './thumbnail.tsx';

/** Names of the service's own templates in the language of the page. */
async function inLanguage(templates: readonly Template[]): Promise<Template[]> {
  if (language === 'en') return [...templates];
  const { de } = await import('./built-in.de.ts');
  return templates.map(template => (template.isBuiltIn ? { ...template, ...de[template.id] } : template));
}

type TemplatesProps = { readonly first: ComponentChildren; readonly keptFor: RetentionChoice };

/** A blank form, the templates of the organization, and the built-in ones. */
export function Templates({ first, keptFor }: TemplatesProps) {
  const templates = useLoad(async signal => {
    const { items } = await call('GET /templates', { query: { limit: 1000 }, signal });
    return inLanguage(items);
  }, []);
  const [shown, setShown] = useState<Template>();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const close = () => setShown(undefined);
  const onChange = () => {
    close();
    templates.reload();
  };
  return (
    <Loading of={templates} shape="cards" lines={6}>
      {all => {
        const items = all.filter(template => isFound(template, search, category));
        const isWhole = items.length === all.length;
        const own = items.filter(({ isBuiltIn }) => !isBuiltIn);
        const builtIn = items.filter(({ isBuiltIn }) => isBuiltIn);
        return (
          <>
            <Filters {...{ templates: all, search, setSearch, category, setCategory }} />
            {items.length === 0 && <p class="help">{t('noTemplates')}</p>}
            <TemplateCards first={isWhole && first} templates={own.length > 0 ? [] : builtIn} onShow={setShown} />
            {own.length > 0 && (
              <>
                <h2>{t('ownTemplates')}</h2>
                <TemplateCards templates={own} onShow={setShown} />
                <h2>{t('builtInTemplates')}</h2>
                <TemplateCards templates={builtIn} onShow={setShown} />
              </>
            )}
            {shown && <TemplateDialog template={shown} keptFor={keptFor} onClose={close} onChange={onChange} />}
          </>
        );
      }}
    </Loading>
  );
}

const isFound = ({ name, description, category }: Template, search: string, wanted: string): boolean =>
  (wanted === '' || category === wanted) &&
  `${name} ${description ?? ''}`.toLowerCase().includes(search.trim().toLowerCase());

/** The names of the service's own categories; an organization's templates have others. */
const named = ['contact', 'feedback', 'events', 'hiring', 'support', 'marketing', 'orders'] as const;
const nameOf = (category: string): string => {
  const known = named.find(each => each === category);
  return known ? t(`category_${known}`) : category;
};

type FiltersProps = {
  readonly templates: readonly Template[];
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly category: string;
  readonly setCategory: (category: string) => void;
};

function Filters({ templates, search, setSearch, category, setCategory }: FiltersProps) {
  const categories = [...new Set(templates.flatMap(template => template.category ?? []))];
  return (
    <search class="toolbar">
      <div class="grow">
        <SearchField label={t('searchTemplates')} value={search} onInput={setSearch} />
      </div>
      <Select
        label={t('category')}
        hideLabel
        value={category}
        options={[
          { value: '', label: t('allCategories') },
          ...categories.map(value => ({ value, label: nameOf(value) })),
        ]}
        onInput={setCategory}
      />
    </search>
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
          <Thumbnail form={template.form} />
          <strong>{template.name}</strong>
          <small>{template.description ?? t('fields', { count: template.form.fields.length })}</small>
        </button>
      </li>
    ))}
  </ul>
);
