import { applyTheme } from './shell/theme.ts';

// A script of its own, which holds up the page: nobody sees another theme first than the one that they have chosen.
applyTheme();
