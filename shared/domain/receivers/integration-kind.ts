import type { Fault } from '../../fault.ts';
import { lastFour } from '../text/parts-of-text.ts';
import type { SentConfig, ShownConfig } from './integration.ts';
import { isLoopbackAddress } from './public-address.ts';
import { faultOfUrl, hostOf, isLocalhost, type ReceiverPolicy } from './receiver-url.ts';

/** A secret in a config: its text to seal, and what the config shows of it. */
export type Credential = { readonly text: string; readonly shown: Partial<ShownConfig> };

/** A config in two parts. `credential` is undefined when none was sent. */
type ConfigParts = { readonly config: Partial<ShownConfig>; readonly credential?: Credential };

/** How the config of one service is read. Which properties it takes, `integrationConfigs` of the contract says. */
export type IntegrationKind = {
  /** The properties that show the visible part of the secret. */
  readonly shownOfCredential: readonly (keyof ShownConfig)[];
  readonly read: (sent: SentConfig, policy: ReceiverPolicy) => ConfigParts | { faults: Fault[] };
};

/** The URL format of a service's incoming webhook. `name` and `example` are for the error message. */
export type WebhookUrlRule = {
  readonly name: string;
  readonly example: string;
  readonly matches: (url: string) => boolean;
};

/**
 * Returns the kind of a service with an incoming webhook, whose URL is the secret. If the deployment allows loopback, a
 * receiver on this machine may replace the service.
 *
 * @param rule the `rule` of the fault
 */
export const byIncomingWebhook = (rule: string, { name, example, matches }: WebhookUrlRule): IntegrationKind => ({
  shownOfCredential: ['webhookUrlLast4'],
  read: ({ webhookUrl: url }, policy) => {
    if (url === undefined) return { config: {} };
    if (matches(url) || (policy.allowLoopback && isLoopbackUrl(url, policy))) {
      return { config: {}, credential: { text: url, shown: { webhookUrlLast4: lastFour(url) } } };
    }
    const local = policy.allowLoopback ? ', or a URL of this machine with a port above 1023' : '';
    const message = `must be the URL of ${name}: ${example}${local}`;
    return { faults: [{ field: 'config.webhookUrl', rule, message }] };
  },
});

function isLoopbackUrl(url: string, policy: ReceiverPolicy): boolean {
  if (faultOfUrl(url, policy) !== undefined) return false;
  const host = hostOf(new URL(url));
  return isLocalhost(host) || isLoopbackAddress(host);
}
