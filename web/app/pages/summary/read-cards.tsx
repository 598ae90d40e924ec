import { Cards, type CardsProps } from './cards.tsx';
import { CoverageNote } from './coverage-note.tsx';
import { useReadSummary } from './read-summary.ts';

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
