import type { Form } from '../../../../shared/domain/forms/form.ts';
import { Link } from '../../parts/link.tsx';
import { searchOf, useQuery } from '../../router/query.ts';
import { adopt } from '../../styles/adopt.ts';
import css from './response-views.css';
import { t } from './texts/t.ts';

adopt(css);

const views = [
  { key: 'summary', path: 'summary' },
  { key: 'inbox', path: 'responses' },
] as const;

type ResponseViewsProps = { readonly form: Pick<Form, 'id'>; readonly current: (typeof views)[number]['key'] };

/** Switches between the summary and the list of responses. Both keep the filters. */
export function ResponseViews({ form, current }: ResponseViewsProps) {
  const { query: all } = useQuery();
  // Restricted responses are not summed up.
  const query = all.folder === 'restricted' ? { ...all, folder: undefined } : all;
  return (
    <nav class="views" aria-label={t('views')}>
      {views.map(({ key, path }) => (
        <Link key={key} to={`/forms/${form.id}/${path}${searchOf(query)}`} current={key === current}>
          {t(key)}
        </Link>
      ))}
    </nav>
  );
}
