import { Button } from '../../../parts/button.tsx';
import { drawnQr, QrCode } from '../../../parts/qr-code.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { t } from './texts/t.ts';

/** Pixels for each module of an image: enough to print it on a page. */
const pixels = 32;

/** A QR code that leads to a form, to look at and to print. */
export function FormCode({ text, name }: { text: string; name: string }) {
  const download = () => {
    const { path, size } = drawnQr(text);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`);
  };
  const downloadImage = () => {
    const { path, size } = drawnQr(text);
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
    <div class="qr-part">
      <QrCode text={text} label={t('qr')} />
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
