export { closeSharedCloud as default } from './shared-cloud.ts';
