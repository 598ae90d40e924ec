import { generate } from 'lean-qr';
import { useMemo } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { t } from './share-texts.ts';

/** Light modules around the code, which readers need to find it. */
const quiet = 4;

/** For each module of an image: enough to be printed in the size of a page. */
const pixels = 32;

/** The dark modules as squares of a path. */
function drawn(text: string): { path: string; size: number } {
  const code = generate(text);
  const squares: string[] = [];
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) squares.push(`M${x + quiet} ${y + quiet}h1v1h-1z`);
  }
  return { path: squares.join(''), size: code.size + 2 * quiet };
}

export function QrCode({ text, name }: { text: string; name: string }) {
  const { path, size } = useMemo(() => drawn(text), [text]);
  const download = () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  const downloadImage = () => {
    const canvas = document.createElement('canvas');
    canvas.width = size * pixels;
    canvas.height = size * pixels;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(pixels, pixels);
    context.fillStyle = '#000';
    context.fill(new Path2D(path));
    canvas.toBlob(image => image && saveFile(image, `${name}.png`), 'image/png');
  };
  return (
    <div class="qr">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qr')} shape-rendering="crispEdges">
        <path d={path} />
      </svg>
      <div class="actions">
        <Button size="small" icon="download" onClick={download} aria-label={t('downloadQr', { type: 'SVG' })}>
          SVG
        </Button>
        <Button size="small" icon="download" onClick={downloadImage} aria-label={t('downloadQr', { type: 'PNG' })}>
          PNG
        </Button>
      </div>
    </div>
  );
}
