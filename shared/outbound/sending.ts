import type { Integration } from '../domain/receivers/integration.ts';
import type { IntegrationContent } from '../domain/receivers/integration-content.ts';
import type { ServiceRequest, ServiceResponse } from './call-service.ts';

/** An erased response whose row is to be removed from the service of an integration. */
export type Removal = Omit<Sending, 'content' | 'isRepeat'> & { readonly responseId: string };

/** A response on its way to the service of an integration, and the way to call that service. */
export type Sending = {
  readonly integration: Integration;
  /** The key of the integration in the table. */
  readonly address: { readonly owner: string; readonly receiverId: string };
  /** The opened credential. */
  readonly credential: string;
  readonly content: IntegrationContent;
  /** Whether it was attempted before, and may have arrived. */
  readonly isRepeat: boolean;
  /** Calls the service. Rejects with a `ServiceRefusal` unless it succeeds, also when the attempt's time is over. */
  readonly call: (request: ServiceRequest) => Promise<ServiceResponse>;
};
