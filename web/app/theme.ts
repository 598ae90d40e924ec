import { applyTheme } from './shell/theme.ts';

// A separate script that blocks the page, so that no other theme flashes first.
applyTheme();
