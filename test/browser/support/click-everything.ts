import type { Page } from '@playwright/test';

/** What a page would have asked of the service. */
export type SentRequest = { readonly method: string; readonly path: string; readonly body: object };

/** Requests that change something are noted from now on, and not sent. */
export async function holdBack(page: Page, baseUrl: string): Promise<SentRequest[]> {
  const asked: SentRequest[] = [];
  await page.route(
    url => url.href.startsWith(baseUrl) && !url.pathname.startsWith('/app/'),
    async route => {
      const request = route.request();
      if (request.method() === 'GET') return route.continue();
      const path = new URL(request.url()).pathname;
      asked.push({ method: request.method(), path, body: JSON.parse(request.postData() || '{}') });
      await route.fulfill({ status: 400, json: { message: 'Not sent.', code: 'validation_failed' } });
    },
  );
  return asked;
}

/**
 * Clicks each button of a page that can be clicked, and each item of its menus; what asks something is answered by its own
 * button, with the name typed that it wants.
 */
export const clickEverything = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));
    const isSeen = (node: Element) => node.checkVisibility();
    const seen = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
    const openDialog = () => document.querySelector<HTMLDialogElement>('dialog[open]');

    async function answer(): Promise<void> {
      for (let left = 3; left > 0 && openDialog(); left -= 1) {
        const dialog = openDialog();
        for (const input of dialog?.querySelectorAll<HTMLInputElement>('input[type=text], input[type=email]') ?? []) {
          input.value = /“(.*)”/.exec(input.labels?.[0]?.textContent ?? '')?.[1] ?? 'somebody@example.com';
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
        await pause(30);
        dialog?.querySelector('form')?.requestSubmit();
        await pause(50);
        dialog?.close();
        await pause(30);
      }
    }

    async function click(node: HTMLElement): Promise<void> {
      node.click();
      await pause(40);
      await answer();
    }

    async function clickItems(button: HTMLElement): Promise<void> {
      for (let item = 0; button.ariaHasPopup === 'menu'; item += 1) {
        if (item > 0) await click(button);
        const found = seen('[role=menu] [role^=menuitem]:not(:disabled)')[item];
        if (!found) break;
        await click(found);
      }
      for (const menu of seen('[popover].menu')) menu.hidePopover();
    }

    // They change as they are clicked: the next is looked for each time.
    for (let index = 0; index < 40; index += 1) {
      const button = seen('main button:not(:disabled, [role^=menuitem])')[index];
      if (!button) break;
      await click(button);
      await clickItems(button);
    }
  });
