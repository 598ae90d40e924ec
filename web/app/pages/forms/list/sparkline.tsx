import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../../api/client.ts';
import { useLoad } from '../../../api/load.ts';
import { t } from '../texts/t.ts';

const [width, height] = [96, 24];

/** The submissions of the last 30 days as a line; read once it comes into view. */
export function Sparkline({ formId }: { formId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) setSeen(true);
    });
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const trend = useLoad(
    async signal => (seen ? call('GET /analytics/trends', { query: { form_id: formId }, signal }) : undefined),
    [formId, seen],
  );
  const counts = trend.data?.points.map(point => point.submissions);
  return (
    <span ref={place} class="spark">
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
}

function pointsOf(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length - 1);
  return counts
    .map((count, day) => `${(day * step).toFixed(1)},${height - 2 - (count / most) * (height - 4)}`)
    .join(' ');
}
