import { KMSClient } from '@aws-sdk/client-kms';
import { boundByRequest } from './bound-by-request.ts';
import { clientDefaults } from './client-defaults.ts';

/** The client of every use of KMS. */
export const kms = boundByRequest(new KMSClient(clientDefaults));
