const adopted = new Map<string, CSSStyleSheet>();

/**
 * Applies the style sheet of a section for as long as the page is open. The sheet is constructed, so the policy needs
 * no exception.
 */
export function adopt(css: string): void {
  if (adopted.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  adopted.set(css, sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
