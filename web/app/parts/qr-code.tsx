import { generate } from 'lean-qr';
import { useMemo } from 'preact/hooks';
import { adopt } from '../styles/adopt.ts';
import css from './qr-code.css';

/** Light modules around the code, which readers need to find it. */
const quiet = 4;

/** The dark modules of a code as squares of a path, in a square of this size. */
export function drawnQr(text: string): { path: string; size: number } {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x + quiet} ${y + quiet}h1v1h-1z`);
  }
  return { path: squares.join(''), size: code.size + 2 * quiet };
}

export function QrCode({ text, label }: { text: string; label: string }) {
  adopt(css);
  const { path, size } = useMemo(() => drawnQr(text), [text]);
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
