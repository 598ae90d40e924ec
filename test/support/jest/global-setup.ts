export { shareCloud as default } from '../cloud/shared-cloud.ts';
