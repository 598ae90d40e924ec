import { useState } from 'preact/hooks';
import type { Output } from '../../api/operations.ts';
import { type Bar, Bars } from '../../charts/bars.tsx';
import { Chart } from '../../charts/figure.tsx';
import { largest } from '../../charts/shares.ts';
import { Button } from '../../parts/button.tsx';
import { formatNumber, formatPercent } from '../../texts/format.ts';
import { en } from './texts/en.ts';
import { t } from './texts/t.ts';

type DropOff = Output<'GET /analytics/dropoffs'>['fields'][number];
type Metrics = Output<'GET /forms/{id}/analytics'>['fields'];

const fewest = 10;

/** A chart of how many visitors reached each field, and how many left there, in the order of the form. */
export function DropOffChart({ fields }: { readonly fields: readonly DropOff[] }) {
  const [all, setAll] = useState(false);
  const reached = fields.filter(field => field.reached > 0);
  const shown = all ? reached : inOrder(reached);
  const most = Math.max(1, ...reached.map(field => field.reached));
  const rows = fields.map(
    field => [nameOf(field), field.reached, field.dropOffs, formatPercent(field.dropOffRate)] as const,
  );
  return (
    <Chart
      title={t('dropOffsTitle')}
      help={t('dropOffsHelp')}
      table={{ columns: [t('field'), t('reached'), t('dropOffs'), t('share')], rows }}
      footer={
        reached.length > fewest && (
          <Button size="small" kind="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? t('few', { count: fewest }) : t('all', { count: reached.length })}
          </Button>
        )
      }
    >
      {width =>
        reached.length > 0 ? <Bars width={width} bars={shown.map(dropOffBar)} max={most} /> : <p>{t('noFields')}</p>
      }
    </Chart>
  );
}

/** The fields with the most drop-offs, in the form's order. */
function inOrder(fields: readonly DropOff[]): DropOff[] {
  const { first } = largest(
    fields.map(field => ({ field, count: field.dropOffs })),
    fewest,
  );
  return fields.filter(field => first.some(one => one.field === field));
}

const dropOffBar = (field: DropOff): Bar => ({
  key: field.fieldId,
  label: nameOf(field),
  // The bar shows only the drop-offs, so it is empty if nobody left.
  value: field.dropOffs,
  part: field.dropOffs,
  text: t('dropOffsText', { left: field.dropOffs, reached: field.reached }),
});

const nameOf = ({ label, position }: DropOff): string => (position === null ? t('removed', { label }) : label);

/** Shows which rules of which fields were broken. */
export function ErrorsChart({ fields }: { readonly fields: Metrics }) {
  const pairs = fields.flatMap(({ fieldId, label, validationErrors }) =>
    Object.entries(validationErrors.byRule).map(([rule, count]) => ({ fieldId, label, rule, count })),
  );
  const { first } = largest(pairs, fewest);
  const sorted = largest(pairs, pairs.length).first;
  const hidden = pairs.length - first.length;
  return (
    <Chart
      title={t('errorsTitle')}
      help={t('errorsHelp')}
      table={{
        columns: [t('field'), t('rule'), t('errors')],
        rows: sorted.map(({ label, rule, count }) => [label, describeRule(rule), count] as const),
      }}
      footer={hidden > 0 && <p class="help">{t('rest', { count: hidden })}</p>}
    >
      {width => (pairs.length > 0 ? <Bars width={width} bars={first.map(errorBar)} /> : <p>{t('noErrors')}</p>)}
    </Chart>
  );
}

const errorBar = ({
  fieldId,
  label,
  rule,
  count,
}: {
  fieldId: string;
  label: string;
  rule: string;
  count: number;
}): Bar => ({
  key: `${fieldId} ${rule}`,
  label: `${describeRule(rule)} · ${label}`,
  value: count,
  part: count,
  text: formatNumber(count),
});

/** Names a rule in the language of the page; the service may count rules that this page does not know yet. */
function describeRule(rule: string): string {
  const key = `rule_${rule}`;
  return key in en ? t(key as RuleKey) : rule;
}

type RuleKey = Extract<keyof typeof en, `rule_${string}`>;
