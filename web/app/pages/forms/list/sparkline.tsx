import { t } from '../texts/t.ts';

const [width, height] = [96, 24];

/** Submissions day by day as a line; room for it until they are known. */
export const Sparkline = ({ counts }: { readonly counts: readonly number[] | undefined }) => (
  <span class="spark">
    {counts && (
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={t('sparkline', { count: counts.reduce((sum, count) => sum + count, 0) })}
      >
        <polyline points={pointsOf(counts)} />
      </svg>
    )}
  </span>
);

function pointsOf(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  return counts
    .map((count, day) => `${(day * step).toFixed(1)},${height - 2 - (count / most) * (height - 4)}`)
    .join(' ');
}
