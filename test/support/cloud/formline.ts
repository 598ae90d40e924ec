import { Formline, type FormlineOptions } from '../../../client/src/index.ts';
import type { Service } from './service.ts';

/**
 * Creates the published client with the secret key of the service's production environment, unless options say
 * otherwise.
 */
export const formlineOf = (service: Service, options: Partial<FormlineOptions> = {}): Formline =>
  new Formline({ baseUrl: service.baseUrl(), secretKey: service.key('secretKey'), ...options });
