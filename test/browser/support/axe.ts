import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] };

/**
 * What breaks WCAG 2.2 at levels A and AA in a page, and the best practices that axe knows: rule and element.
 *
 * @param isOurs the page itself is the service's, and not only the form in it
 */
export async function violations(page: Page, { isOurs = false } = {}): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (enabled): Promise<Violation[]> => {
    const { axe } = globalThis as unknown as {
      axe: { run: (node: Document, options: object) => Promise<{ violations: Violation[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const rules = {
      'landmark-one-main': { enabled },
      region: { enabled },
      'page-has-heading-one': { enabled },
    };
    return (await axe.run(document, { runOnly: tags, rules })).violations;
  }, isOurs);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
