export { shareCloud as default } from './shared-cloud.ts';
