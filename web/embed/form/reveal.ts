/**
 * Scrolls the top of an element into view, unless it is visible. Takes into account the window's edge, scrolling parts
 * of the page and sticky headers.
 *
 * @param host the element of the page whose shadow tree contains it
 */
export function reveal(top: HTMLElement, host: Element): void {
  const root = host.getRootNode() as Document | ShadowRoot;
  const above = (): Element | null => {
    const { left, top: y } = top.getBoundingClientRect();
    return root.elementFromPoint(left + 2, y + 2);
  };
  const scroll = (margin: number): void => {
    top.style.scrollMarginTop = `${margin}px`;
    top.scrollIntoView({ behavior: 'instant' });
  };
  if (above() === host) return;
  scroll(gapPx);
  let cover = above();
  if (cover === host) return;
  while (cover && !/sticky|fixed/.test(getComputedStyle(cover).position)) cover = cover.parentElement;
  if (cover) scroll(cover.getBoundingClientRect().bottom + gapPx);
}

const gapPx = 16;
