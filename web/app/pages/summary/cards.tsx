import { useMemo } from 'preact/hooks';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import { EmptyState } from '../../parts/feedback.tsx';
import { LinkButton } from '../../parts/link.tsx';
import type { Filters } from '../responses/filters.ts';
import { FieldCard } from './field-card.tsx';
import { linksOf } from './links.ts';
import { isCounted, type ShownSummary } from './summary-query.ts';
import { t } from './texts/t.ts';

export type CardsProps = {
  readonly form: Form;
  readonly filters: Filters;
  readonly summary: ShownSummary;
  readonly isReading?: boolean;
};

/** A card for each field. */
export function Cards({ form, filters, summary, isReading = false }: CardsProps) {
  const links = useMemo(() => linksOf(form, filters), [form, filters]);
  if (summary.responses === 0 && !isReading) return <Nothing form={form} filters={filters} />;
  return (
    <>
      <p class="found">{t('responses', { count: summary.responses })}</p>
      <div class="summary" aria-busy={isReading}>
        {inOrder(summary.fields).map(field => (
          <FieldCard key={field.fieldId} {...{ form, field, summary, links }} />
        ))}
      </div>
    </>
  );
}

function Nothing({ form, filters }: Pick<CardsProps, 'form' | 'filters'>) {
  if (filters.from || filters.to || !isCounted(filters)) return <EmptyState icon="search" title={t('emptyPeriod')} />;
  return (
    <EmptyState
      icon="chart"
      title={t('empty')}
      actions={
        <LinkButton kind="primary" to={`/forms/${form.id}/share`}>
          {t('shareForm')}
        </LinkButton>
      }
    >
      {t('emptyHelp')}
    </EmptyState>
  );
}

/** Fields without a summary come last. */
const inOrder = (fields: ShownSummary['fields']): ShownSummary['fields'] =>
  fields.toSorted((one, other) => Number(one.answered === null) - Number(other.answered === null));
