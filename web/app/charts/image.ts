/** The styles that a saved image of a chart must contain itself. */
const properties = [
  ...(['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'] as const),
  ...(['font-family', 'font-size', 'font-weight', 'text-anchor'] as const),
] as const;

const margin = 24;
const titleHeight = 36;

/** Renders the visible chart as a PNG at twice the resolution, with its title above it. */
export async function pngOf(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = chart.getBoundingClientRect();
  const size = { width: width + 2 * margin, height: height + 2 * margin + titleHeight };
  const url = URL.createObjectURL(new Blob([svgOf(chart, title, size)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await drawn(image, size);
  } finally {
    URL.revokeObjectURL(url);
  }
}

type Size = { readonly width: number; readonly height: number };

/** Returns the chart as a separate SVG document that needs no style sheet. */
function svgOf(chart: SVGSVGElement, title: string, { width, height }: Size): string {
  const copy = styledCopy(chart);
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(margin + titleHeight));
  const { color, fontFamily } = getComputedStyle(chart);
  const ground = element('rect', { width, height, fill: backgroundOf(chart) });
  const heading = element('text', {
    ...{ x: margin, y: margin + 14, fill: color },
    ...{ 'font-family': fontFamily, 'font-size': 16, 'font-weight': 600 },
  });
  heading.textContent = title;
  const outer = element('svg', { width, height });
  outer.append(ground, heading, copy);
  return new XMLSerializer().serializeToString(outer);
}

function styledCopy(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  for (const [index, original] of [chart, ...chart.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(original);
    for (const name of properties) copies[index]?.setAttribute(name, style.getPropertyValue(name));
    copies[index]?.removeAttribute('class');
  }
  return copy;
}

/** Returns the first color behind the chart that is not transparent. */
function backgroundOf(chart: Element): string {
  for (let at: Element | null = chart; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

async function drawn(image: HTMLImageElement, { width, height }: Size): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser made no image of the chart');
  return blob;
}
