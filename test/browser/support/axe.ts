import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };
type Axe = { run: (node: Document, options: object) => Promise<{ violations: Violation[] }> };

/** The rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

type Scope = {
  /** The page itself is the service's, and not only the form in it. */
  readonly isOurs?: boolean;
  /** Checks the rules that depend on colors alone: another test checks the same page by all rules. */
  readonly onlyColors?: boolean;
};

/** What breaks WCAG 2.2 at levels A and AA in a page, and the best practices that axe knows: rule and element. */
export async function violations(page: Page, { isOurs = false, onlyColors = false }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const options = {
    runOnly: onlyColors ? colorRules : tags,
    rules: {
      'landmark-one-main': { enabled: isOurs },
      region: { enabled: isOurs },
      'page-has-heading-one': { enabled: isOurs },
    },
    // It need not describe each element that breaks no rule.
    resultTypes: ['violations'],
  };
  const found = await page.evaluate(async (chosen): Promise<Violation[]> => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // What fades in has too little contrast until it has.
    const animationsIn = (root: Document | ShadowRoot): Animation[] => [
      ...root.getAnimations(),
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? animationsIn(shadowRoot) : [])),
    ];
    const fades = animationsIn(document).filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(fades.map(({ finished }) => finished));
    return (await axe.run(document, chosen)).violations;
  }, options);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
