import { KMSClient } from '@aws-sdk/client-kms';
import { clientDefaults } from './client-defaults.ts';

/** The client of every use of KMS. */
export const kms = new KMSClient(clientDefaults);
