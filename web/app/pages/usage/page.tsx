import { estimateUsage } from '../../../../shared/domain/analytics/usage-estimate.ts';
import { useLoad } from '../../api/load.ts';
import { environmentNames, useSession } from '../../api/session.tsx';
import { Loading } from '../../parts/feedback.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { adopt } from '../../styles/adopt.ts';
import { formatBytes, formatNumber } from '../../texts/format.ts';
import { locale } from '../../texts/language.ts';
import { t as base } from '../../texts/t.ts';
import { texts } from '../../texts/translate.ts';
import { readUsage, type UsageOf } from './read-usage.ts';
import { en } from './texts/en.ts';
import css from './usage.css';

adopt(css);

const t = await texts(en, { de: async () => (await import('./texts/de.ts')).de });

/** The month's usage and its approximate cost. */
export default function Usage() {
  const { organization } = useSession();
  const loaded = useLoad(signal => Promise.all(environmentNames.map(name => readUsage(name, signal))), []);
  const month = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(new Date());
  return (
    <>
      <PageHead title={base('usage')} help={t('help', { organization: organization.name, month })} />
      <Loading of={loaded} shape="sections" lines={2}>
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

const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });

/** Shows costs below one cent as such. */
const inDollars = (amount: number): string =>
  amount > 0 && amount < 0.01 ? `< ${dollars.format(0.01)}` : dollars.format(amount);

const parts = ['submissions', 'visits', 'deliveries', 'storage'] as const;

function Estimate({ rows }: { rows: readonly UsageOf[] }) {
  const sum = (name: 'submissions' | 'partial' | 'views' | 'deliveries' | 'stored') =>
    rows.reduce((total, row) => total + row[name], 0);
  const { total, ...costs } = estimateUsage({
    submissions: sum('submissions'),
    partial: sum('partial'),
    views: sum('views'),
    deliveries: sum('deliveries'),
    stored: sum('stored'),
  });
  return (
    <Section title={t('estimate')} help={t('estimateHelp')}>
      <dl class="amounts">
        <div>
          <dt>{t('sofar')}</dt>
          <dd>{inDollars(total)}</dd>
        </div>
        {parts.map(part => (
          <div key={part}>
            <dt>{t(`${part}Cost`)}</dt>
            <dd>{inDollars(costs[part])}</dd>
          </div>
        ))}
      </dl>
      <p class="help">{t('beside')}</p>
    </Section>
  );
}

const bytesPerResponse = 1024;

const columns: Column<UsageOf>[] = [
  { key: 'environment', head: t('environment'), names: true, cell: ({ environment }) => base(environment) },
  { key: 'forms', head: t('forms'), align: 'end', wideOnly: true, cell: ({ forms }) => formatNumber(forms) },
  { key: 'views', head: t('views'), align: 'end', wideOnly: true, cell: ({ views }) => formatNumber(views) },
  { key: 'submissions', head: t('submissions'), align: 'end', cell: ({ submissions }) => formatNumber(submissions) },
  { key: 'partial', head: t('partial'), align: 'end', wideOnly: true, cell: ({ partial }) => formatNumber(partial) },
  { key: 'deliveries', head: t('deliveries'), align: 'end', cell: ({ deliveries }) => formatNumber(deliveries) },
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
