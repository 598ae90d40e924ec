export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const key = 'formline.theme';

export const theme = (): Theme => themes.find(name => name === localStorage.getItem(key)) ?? 'auto';

export function setTheme(next: Theme): void {
  localStorage.setItem(key, next);
  applyTheme();
}

/** `auto` leaves it to the system. */
export function applyTheme(): void {
  const chosen = theme();
  document.documentElement.style.colorScheme = chosen === 'auto' ? '' : chosen;
}
