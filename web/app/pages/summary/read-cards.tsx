import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { LinkButton } from '../../parts/link.tsx';
import { useLocation } from '../../router/location.tsx';
import { Cards, type CardsProps } from './cards.tsx';
import { type ReadSummary, useReadSummary } from './read-summary.ts';
import { t } from './texts/t.ts';

/** Reads responses for filters other than time. */
export default function ReadCards({ form, filters }: Pick<CardsProps, 'form' | 'filters'>) {
  const read = useReadSummary(form, filters);
  return (
    <>
      <CoverageNote {...read} />
      <Cards form={form} filters={filters} summary={read.summary} isReading={!read.done} />
    </>
  );
}

/** Says how many responses were read, and what was not. */
function CoverageNote({ read, total, done, complete, error, stop }: ReadSummary) {
  const { path } = useLocation();
  return (
    <div class="read-note" role="status">
      {!done && (
        <progress max={Math.max(total, 1)} value={Math.min(read, total)} aria-label={t('reading', { count: read })} />
      )}
      <p>{done ? t(complete ? 'readAll' : 'readPart', { count: read }) : t('reading', { count: read })}</p>
      {done ? (
        <LinkButton to={path.replace(/^.*?(?=\/forms\/)/, '')}>{t('clearFilters')}</LinkButton>
      ) : (
        <Button size="small" onClick={stop}>
          {t('readStop')}
        </Button>
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </div>
  );
}
