import { button, h } from './dom.ts';
import css from './overlay.css';
import english from './texts/en-overlay.json' with { type: 'json' };

type OverlaySettings = Readonly<Record<string, string | undefined>>;

type TextsIn = (lang: string) => Promise<object>;

const displays = ['popup', 'slide-in'];

/** Whether this tab has shown a form by itself. A storage that the browser refuses means: not yet. */
function wasShown(place: string): boolean {
  try {
    if (sessionStorage.getItem(place)) return true;
    sessionStorage.setItem(place, '1');
  } catch {}
  return false;
}

/**
 * Shows a form above the page: in the middle (`popup`) or in a corner (`slide-in`). A button opens it, or the elements
 * of the page that `data-trigger` selects, or it opens by itself after `data-after` seconds, once in a tab. The form
 * loads when it first opens, and keeps its answers when it is closed.
 */
export async function overlay(form: HTMLElement, settings: OverlaySettings, textsIn: TextsIn): Promise<void> {
  const { display = '', button: label, trigger, after } = settings;
  if (!displays.includes(display)) {
    console.error(
      `formline: data-display="${display}" is unknown. It is ${displays.join(' or ')}; without it, the form is in the page.`,
    );
    return;
  }
  const words: typeof english = { ...english, ...(await textsIn(form.lang || document.documentElement.lang)) };
  const isModal = display === 'popup';
  const dialog = h('dialog', { class: display, part: 'dialog' });
  const close = button('close', '×', () => dialog.close());
  close.setAttribute('aria-label', words.close);
  let opener: Element | null = null;
  const open = (by: Element | null) => {
    if (dialog.open) return;
    opener = by;
    if (!form.isConnected) host.append(form);
    if (isModal) dialog.showModal();
    else dialog.show();
    launcher.hidden = true;
  };
  const launcher = button('launcher', label ?? words.open, () => open(launcher));
  launcher.part.add('launcher');
  launcher.setAttribute('aria-haspopup', 'dialog');
  dialog.setAttribute('aria-label', launcher.textContent ?? '');
  dialog.append(close, h('slot'));
  dialog.addEventListener('close', () => {
    launcher.hidden = trigger !== undefined;
    // The browser cannot return the focus to a button that was hidden until now.
    if (opener instanceof HTMLElement) opener.focus();
  });
  // A click beside a modal dialog is a click on the dialog itself.
  dialog.addEventListener('click', event => {
    if (isModal && event.target === dialog && isOutside(event, dialog)) dialog.close();
  });
  dialog.addEventListener('keydown', ({ key }) => {
    if (!isModal && key === 'Escape') dialog.close();
  });
  launcher.hidden = trigger !== undefined;

  const host = document.createElement('formline-overlay');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(launcher, dialog);
  document.body.append(host);

  if (trigger) {
    document.addEventListener('click', event => {
      const chosen = event.target instanceof Element ? event.target.closest(trigger) : null;
      if (!chosen) return;
      event.preventDefault();
      open(chosen);
    });
  }
  const seconds = Number(after);
  if (after && seconds >= 0 && !wasShown(`formline.shown.${form.getAttribute('form')}`))
    setTimeout(() => open(null), seconds * 1000);
}

function isOutside({ clientX, clientY }: MouseEvent, dialog: HTMLDialogElement): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
