import { estimateUsage } from '../../../../shared/domain/analytics/usage-estimate.ts';
import { call, type EnvironmentName } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import { environmentNames, useSession } from '../../api/session.tsx';
import { Loading } from '../../parts/feedback.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { t as base } from '../../texts/base.ts';
import { formatBytes, formatNumber } from '../../texts/format.ts';
import { language } from '../../texts/language.ts';
import { texts } from '../../texts/texts.ts';
import { en } from '../../texts/usage.en.ts';

const t = await texts(en, { de: async () => (await import('../../texts/usage.de.ts')).de });

type Row = Awaited<ReturnType<typeof readUsage>>;

/** What was used in this month, and about what it costs. */
export default function Usage() {
  const { organization } = useSession();
  const loaded = useLoad(signal => Promise.all(environmentNames.map(name => readUsage(name, signal))), []);
  const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date());
  return (
    <>
      <PageHead title={base('usage')} help={t('help', { organization: organization.name, month })} />
      <Loading of={loaded}>
        {rows => (
          <>
            <Estimate rows={rows} />
            <Section title={t('caption')}>
              <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ environment }) => environment} />
            </Section>
          </>
        )}
      </Loading>
    </>
  );
}

/** Of one environment: its counters since the first of the month, and how many responses there are. */
async function readUsage(environment: EnvironmentName, signal: AbortSignal) {
  const headers = { 'x-environment': environment };
  const days = new Date().getUTCDate();
  const [{ totals }, { total: stored }] = await Promise.all([
    call('GET /analytics', { query: { days, timezone: 'UTC' }, headers, signal }),
    call('GET /responses', { query: { limit: 1 }, headers, signal }),
  ]);
  return { environment, stored, ...totals };
}

const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });

function Estimate({ rows }: { rows: readonly Row[] }) {
  const sum = (name: 'submissions' | 'partial' | 'views' | 'stored') =>
    rows.reduce((total, row) => total + row[name], 0);
  const { total, ...parts } = estimateUsage({
    submissions: sum('submissions'),
    partial: sum('partial'),
    views: sum('views'),
    stored: sum('stored'),
  });
  const told = {
    submissions: dollars.format(parts.submissions),
    visits: dollars.format(parts.visits),
    storage: dollars.format(parts.storage),
  };
  return (
    <Section title={t('estimate')} help={t('estimateHelp', told)}>
      <p>
        <strong class="amount">{dollars.format(total)}</strong>
      </p>
      <p class="help">{t('beside')}</p>
    </Section>
  );
}

const bytesPerResponse = 1024;

const columns: Column<Row>[] = [
  { key: 'environment', head: t('environment'), names: true, cell: ({ environment }) => base(environment) },
  { key: 'forms', head: t('forms'), align: 'end', wideOnly: true, cell: ({ forms }) => formatNumber(forms) },
  { key: 'views', head: t('views'), align: 'end', wideOnly: true, cell: ({ views }) => formatNumber(views) },
  { key: 'submissions', head: t('submissions'), align: 'end', cell: ({ submissions }) => formatNumber(submissions) },
  { key: 'partial', head: t('partial'), align: 'end', wideOnly: true, cell: ({ partial }) => formatNumber(partial) },
  { key: 'spam', head: t('spam'), align: 'end', wideOnly: true, cell: ({ spamBlocked }) => formatNumber(spamBlocked) },
  { key: 'stored', head: t('stored'), align: 'end', cell: ({ stored }) => formatNumber(stored) },
  {
    key: 'size',
    head: t('size'),
    align: 'end',
    wideOnly: true,
    cell: ({ stored }) => formatBytes(stored * bytesPerResponse),
  },
];
