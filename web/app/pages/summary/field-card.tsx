import type { ComponentChildren, ComponentType } from 'preact';
import type { Form } from '../../../../shared/domain/forms/form.ts';
import type { FieldSummary } from '../../../../shared/domain/summaries/summary.ts';
import { Bars } from '../../charts/bars.tsx';
import { Columns } from '../../charts/columns.tsx';
import { Chart } from '../../charts/figure.tsx';
import { formatDayShort, formatMoney, formatNumber, formatPercent, formatPeriod } from '../../texts/format.ts';
import { inDates, inHour, inRange, whetherAnswered, withAnswer } from './conditions.ts';
import { HeatTable } from './heat-table.tsx';
import type { AnswerLinks } from './links.ts';
import type { ShownSummary } from './summary-query.ts';
import { TextAnswers } from './text-answers.tsx';
import { t } from './texts/t.ts';

type CardProps = {
  readonly form: Form;
  readonly field: FieldSummary;
  readonly summary: ShownSummary;
  readonly links: AnswerLinks;
};

type CountedSummary = Exclude<FieldSummary, { unsummarized: unknown }>;

const isCountedField = (field: FieldSummary): field is CountedSummary => field.answered !== null;

const titleOf = ({ label, type }: FieldSummary): string => (type === null ? t('formerField', { label }) : label);

/** The summary of one field's answers. */
export function FieldCard({ form, field, summary, links }: CardProps) {
  if (!isCountedField(field)) {
    const { unsummarized } = field as Extract<FieldSummary, { unsummarized: string }>;
    return (
      <Card title={titleOf(field)}>
        <p class="help">{t(unsummarized)}</p>
      </Card>
    );
  }
  const help = <Answered field={field} total={summary.responses} links={links} />;
  const { currency } = form.fields.find(({ id }) => id === field.fieldId) ?? {};
  const props = { title: titleOf(field), help };
  if (field.answered === 0) {
    return (
      <Card {...props}>
        <p class="help">{t('noAnswers')}</p>
      </Card>
    );
  }
  const ChartCard = chartCards[field.kind];
  if (ChartCard) return <ChartCard {...props} {...{ field, links, currency }} />;
  return (
    <Card {...props}>
      {field.texts ? (
        <TextAnswers formId={form.id} texts={field.texts} sampled={summary.sampled} />
      ) : (
        <p class="summary-figure">{t('files', { count: field.files ?? 0 })}</p>
      )}
    </Card>
  );
}

type AnsweredProps = { readonly field: CountedSummary; readonly total: number; readonly links: AnswerLinks };

/** Shows how many have answered, with links to the responses with and without an answer. */
function Answered({ field: { fieldId, answered }, total, links }: AnsweredProps) {
  const count = answered ?? 0;
  const missing = total - count;
  return (
    <>
      {count > 0 ? (
        <a href={links(whetherAnswered(fieldId, true))}>{t('answeredOf', { count, total })}</a>
      ) : (
        t('answeredOf', { count, total })
      )}
      {missing > 0 && (
        <>
          {' · '}
          <a href={links(whetherAnswered(fieldId, false))}>{t('unanswered', { count: missing })}</a>
        </>
      )}
    </>
  );
}

type PlainCardProps = {
  readonly title: string;
  readonly help?: ComponentChildren;
  readonly children: ComponentChildren;
};

const Card = ({ title, help, children }: PlainCardProps) => (
  <section class="chart">
    <header>
      <h2>{title}</h2>
      {help && <p class="help">{help}</p>}
    </header>
    {children}
  </section>
);

type ChartCardProps = {
  readonly title: string;
  readonly help: ComponentChildren;
  readonly field: CountedSummary;
  readonly links: AnswerLinks;
  /** The currency of amounts, by ISO 4217. */
  readonly currency?: string | undefined;
};

function choiceLabels(field: CountedSummary) {
  const names = { true: t('yes'), false: t('no') } as const;
  const isBoolean = field.kind === 'boolean';
  return (field.choices ?? []).map(choice => {
    const label = isBoolean ? (names[choice.value as keyof typeof names] ?? choice.label) : choice.label;
    if (choice.kind === 'other') return { ...choice, label: t('other') };
    return choice.kind === 'former' ? { ...choice, label: t('former', { label }) } : { ...choice, label };
  });
}

/** Returns how many places of an option are taken, in words. Undefined without a limit. */
const placesOf = ({ limit, left = 0 }: { limit?: number; left?: number }): string | undefined =>
  limit === undefined ? undefined : t('placesTaken', { taken: formatNumber(limit - left), limit: formatNumber(limit) });

function ChoicesCard({ title, help, field, links }: ChartCardProps) {
  const choices = choiceLabels(field);
  const share = (each: (typeof choices)[number]) =>
    [formatNumber(each.count), formatPercent(each.share), placesOf(each)]
      .filter(part => part !== undefined)
      .join(' · ');
  const bars = choices.map(each => ({
    ...{ key: `${each.kind} ${each.value}`, label: each.label, value: each.count, text: share(each) },
    href: each.count > 0 ? links(withAnswer(field.fieldId, each.value)) : undefined,
  }));
  const rows = choices.map(each => [each.label, each.count, formatPercent(each.share)] as const);
  return (
    <Chart
      title={title}
      help={help}
      table={{ columns: [t('answer'), t('count'), t('share')], rows, links: bars.map(({ href }) => href) }}
    >
      {width => <Bars width={width} bars={bars} max={field.answered ?? 1} />}
    </Chart>
  );
}

function PointsCard({ title, help, field, links }: ChartCardProps) {
  const choices = choiceLabels(field);
  const columns = choices.map(each => ({
    ...{ key: `${each.kind} ${each.value}`, label: each.label, value: each.count, text: formatNumber(each.count) },
    href: each.count > 0 ? links(withAnswer(field.fieldId, each.value)) : undefined,
  }));
  const rows = choices.map(each => [each.label, each.count, formatPercent(each.share)] as const);
  const { mean = null, nps } = field.points ?? {};
  return (
    <Chart
      title={title}
      help={help}
      table={{ columns: [t('value'), t('count'), t('share')], rows, links: columns.map(({ href }) => href) }}
    >
      {width => (
        <>
          <Figures
            figures={[
              ...(nps?.score === null || nps === undefined ? [] : [[t('nps'), formatNumber(nps.score)] as const]),
              ...(mean === null ? [] : [[t('mean'), rounded(mean)] as const]),
            ]}
          />
          {nps && <Promoters {...nps} />}
          <Columns width={width} columns={columns} />
        </>
      )}
    </Chart>
  );
}

type Nps = NonNullable<NonNullable<CountedSummary['points']>['nps']>;

function Promoters({ detractors, passives, promoters }: Nps) {
  const parts = [
    ['detractors', detractors, t('npsDetractors')],
    ['passives', passives, t('npsPassives')],
    ['promoters', promoters, t('npsPromoters')],
  ] as const;
  const all = detractors + passives + promoters;
  return (
    <div class="nps">
      <div class="nps-bar" aria-hidden="true">
        {parts.map(([key, count]) => count > 0 && <span key={key} class={key} style={{ flexGrow: count }} />)}
      </div>
      <ul class="legend">
        {parts.map(([key, count, label]) => (
          <li key={key}>
            <span class={`nps-mark ${key}`} aria-hidden="true" />
            {label}: {formatNumber(count)} ({formatPercent(all > 0 ? (count / all) * 100 : 0)})
          </li>
        ))}
      </ul>
    </div>
  );
}

type FiguresProps = { readonly figures: readonly (readonly [name: string, value: string])[] };

const Figures = ({ figures }: FiguresProps) => (
  <dl class="summary-figures">
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const rounded = (value: number): string =>
  formatNumber(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));

type Range = { readonly from: number; readonly to: number };

const rangeText = ({ from, to }: Range, format = formatNumber): string =>
  from === to ? format(from) : `${format(from)}–${format(to)}`;

function NumberCard({ title, help, field, links, currency }: ChartCardProps) {
  const exact = currency === undefined ? formatNumber : (amount: number) => formatMoney(amount, currency);
  const about = currency === undefined ? rounded : exact;
  const { mean, median, standardDeviation, sum, histogram } = field.number ?? {};
  const bars = histogram ?? [];
  const rows = bars.map(bar => [rangeText(bar, exact), bar.count] as const);
  const columns = bars.map(bar => ({
    ...{ key: rangeText(bar), label: rangeText(bar), value: bar.count, text: formatNumber(bar.count) },
    href: bar.count > 0 ? links(inRange(field.fieldId, bar)) : undefined,
  }));
  const figures = [
    ...(mean === null || mean === undefined ? [] : [[t('mean'), about(mean)] as const]),
    ...(median ? [[t('median'), rangeText(median, exact)] as const] : []),
    ...(standardDeviation ? [[t('spread'), about(standardDeviation)] as const] : []),
    ...(sum === undefined ? [] : [[t('sum'), exact(sum)] as const]),
  ];
  return (
    <Chart
      title={title}
      help={help}
      table={{ columns: [t('value'), t('count')], rows, links: columns.map(({ href }) => href) }}
    >
      {width => (
        <>
          <Figures figures={figures} />
          <Columns width={width} columns={columns} />
        </>
      )}
    </Chart>
  );
}

function RankingCard({ title, help, field, links }: ChartCardProps) {
  const ranking = field.ranking ?? [];
  const worst = ranking.length;
  const text = (meanRank: number | null) => (meanRank === null ? '–' : rounded(meanRank));
  const bars = ranking.map(({ value, label, meanRank, count }, index) => ({
    ...{ key: value, label: t('rank', { rank: index + 1, label }), text: text(meanRank) },
    // The best rank is the longest bar.
    value: meanRank === null ? 0 : worst + 1 - meanRank,
    href: count > 0 ? links(withAnswer(field.fieldId, value)) : undefined,
  }));
  const rows = ranking.map(({ label, count, meanRank }) => [label, text(meanRank), count] as const);
  return (
    <Chart
      title={title}
      help={help}
      table={{ columns: [t('answer'), t('meanRank'), t('count')], rows, links: bars.map(({ href }) => href) }}
    >
      {width => <Bars width={width} bars={bars} max={worst} />}
    </Chart>
  );
}

function TimesCard({ title, help, field, links }: ChartCardProps) {
  const { fieldId } = field;
  const counted = field.dates
    ? field.dates.counts.map(({ date, count }) => ({
        ...{ key: date, name: formatPeriod(date), value: count },
        label: date.length === 10 ? formatDayShort(date) : formatPeriod(date),
        conditions: inDates(fieldId, date),
      }))
    : (field.times ?? []).map(({ hour, count }) => {
        const label = `${String(hour).padStart(2, '0')}:00`;
        return { key: label, name: label, label, value: count, conditions: inHour(fieldId, hour) };
      });
  const columns = counted.map(({ conditions, name: _, ...each }) => ({
    ...each,
    text: formatNumber(each.value),
    href: each.value > 0 ? links(conditions) : undefined,
  }));
  const rows = counted.map(({ name, value }) => [name, value] as const);
  return (
    <Chart
      title={title}
      help={help}
      table={{
        columns: [t(field.dates ? 'date' : 'hour'), t('count')],
        rows,
        links: columns.map(({ href }) => href),
      }}
    >
      {width => <Columns width={width} columns={columns} />}
    </Chart>
  );
}

const MatrixCard = ({ title, help, field, links }: ChartCardProps) =>
  field.matrix ? <HeatTable {...{ title, help, field, links }} matrix={field.matrix} /> : null;

/** The chart of each kind of answer. Files and texts have none. */
const chartCards: Readonly<Record<FieldSummary['kind'], ComponentType<ChartCardProps> | undefined>> = {
  option: ChoicesCard,
  options: ChoicesCard,
  boolean: ChoicesCard,
  points: PointsCard,
  number: NumberCard,
  ranking: RankingCard,
  matrix: MatrixCard,
  date: TimesCard,
  time: TimesCard,
  files: undefined,
  text: undefined,
  none: undefined,
};
