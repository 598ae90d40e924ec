import { KMSClient } from '@aws-sdk/client-kms';
import { bindToRequest } from './bind-to-request.ts';
import { clientDefaults } from './client-defaults.ts';

/** The client for all calls of KMS. */
export const kms = bindToRequest(new KMSClient(clientDefaults));
