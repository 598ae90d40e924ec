export { closeSharedCloud as default } from '../cloud/shared-cloud.ts';
