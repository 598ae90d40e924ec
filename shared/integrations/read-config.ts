import { configPropertiesOf, type IntegrationType } from '../contracts/receivers/integration-types.ts';
import type { SentConfig, ShownConfig } from '../domain/receivers/integration.ts';
import type { IntegrationKind } from '../domain/receivers/integration-kind.ts';
import type { ReceiverPolicy } from '../domain/receivers/receiver-url.ts';
import type { Fault } from '../fault.ts';
import { airtable } from './airtable/config.ts';
import { discord } from './discord/config.ts';
import { email } from './email/config.ts';
import { googleSheets } from './google-sheets/config.ts';
import { notion } from './notion/config.ts';
import { slack } from './slack/config.ts';
import { teams } from './teams/config.ts';

const kinds: Readonly<Record<IntegrationType, IntegrationKind>> = {
  slack,
  discord,
  teams,
  google_sheets: googleSheets,
  notion,
  airtable,
  email,
};

/** The visible config, and the credential as a text to encrypt, or undefined if none was sent. */
type ReadConfig = { config: ShownConfig; credential?: string };

/**
 * Reads the config of an integration, or returns all of its faults.
 *
 * @param sent the whole config; without its credential, the stored one stays
 * @param before the stored config; undefined for a new integration, which needs its credential
 */
export function readConfig(
  type: IntegrationType,
  sent: SentConfig,
  before: ShownConfig | undefined,
  policy: ReceiverPolicy,
): ReadConfig | { faults: Fault[] } {
  const kind = kinds[type];
  const read = kind.read(sent, policy);
  const faults = [...faultsOfProperties(type, sent, before === undefined), ...('faults' in read ? read.faults : [])];
  if (faults.length > 0 || 'faults' in read) return { faults };
  const { config, credential } = read;
  const { includePersonalData = false } = sent;
  return {
    config: { includePersonalData, ...(credential?.shown ?? shownBefore(kind, before)), ...config },
    ...(credential && { credential: credential.text }),
  };
}

/** Returns the shown part of a credential that stays. */
const shownBefore = ({ shownOfCredential }: IntegrationKind, before: Partial<ShownConfig> = {}): Partial<ShownConfig> =>
  Object.fromEntries(shownOfCredential.flatMap(name => (before[name] === undefined ? [] : [[name, before[name]]])));

function faultsOfProperties(type: IntegrationType, sent: SentConfig, isNew: boolean): Fault[] {
  const { credential, required, optional } = configPropertiesOf(type);
  const own = credential === undefined ? [] : [credential];
  const known: readonly string[] = [...own, ...required, ...optional, 'includePersonalData'];
  const foreign = Object.keys(sent).filter(name => !known.includes(name));
  const missing = [...(isNew ? own : []), ...required].filter(name => !(name in sent));
  return [
    ...missing.map(name => ({ field: `config.${name}`, rule: 'required', message: `is required for ${type}` })),
    ...foreign.map(name => ({
      field: `config.${name}`,
      rule: 'unknown',
      message: `is not a property of ${type}, which takes: ${known.join(', ')}`,
    })),
  ];
}
