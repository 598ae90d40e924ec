import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createIntegration } from '../../../shared/contracts/receivers/integrations.ts';
import type { IntegrationType, SentConfig } from '../../../shared/domain/receivers/integration.ts';
import { readConfig } from '../../../shared/integrations/read-config.ts';

function keyOf(kind: 'rsa' | 'rsa1024' | 'ec'): string {
  const { privateKey } =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: kind === 'rsa' ? 2048 : 1024 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const private_key = keyOf('rsa');
const client_email = 'forms@project.iam.gserviceaccount.com';
const account = { type: 'service_account', client_email, private_key, private_key_id: 'abc', token_uri: 'http://evil' };
const spreadsheetId = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';
const webhookUrl = 'https://hooks.slack.com/services/T000/B000/xyzWXYZ';

const flow = '/powerautomate/automations/direct/workflows/0a/triggers/manual/paths/invoke?api-version=1&sig=WXYZ';

type DocumentedBody = {
  readonly properties: {
    readonly type: { readonly const: IntegrationType };
    readonly config: { readonly required: readonly string[]; readonly properties: object };
  };
};

const documented = createIntegration.bodies.map(body => {
  const { type, config } = (body as DocumentedBody).properties;
  return { type: type.const, required: config.required, properties: Object.keys(config.properties) };
});

const check = (type: IntegrationType, sent: SentConfig, allowLoopback = false) =>
  readConfig(type, sent, undefined, { allowLoopback });

function faultsOf(type: IntegrationType, sent: SentConfig, allowLoopback = false): string[] {
  const checked = check(type, sent, allowLoopback);
  return 'faults' in checked ? checked.faults.map(({ field, rule }) => `${field} ${rule}`) : [];
}

describe('the config of an integration', () => {
  it.each(documented)('takes the properties that the document has for $type', ({ type, required, properties }) => {
    const foreign = check(type, { nonsense: 1 } as SentConfig);
    const messages = 'faults' in foreign ? foreign.faults : [];
    const unknown = messages.find(({ field }) => field === 'config.nonsense');
    expect(unknown?.message.split('which takes: ')[1]?.split(', ').sort()).toEqual([...properties].sort());
    expect(messages.flatMap(({ field, rule }) => (rule === 'required' ? [field] : [])).sort()).toEqual(
      required.map(name => `config.${name}`).sort(),
    );
  });

  it('is shown without its credential, which is told by its end or its address', () => {
    expect(check('slack', { webhookUrl })).toEqual({
      config: { includePersonalData: false, webhookUrlLast4: 'WXYZ' },
      credential: webhookUrl,
    });
    expect(check('notion', { token: 'ntn_0123456789abcdef1234', databaseId: '0'.repeat(32) })).toEqual({
      config: { includePersonalData: false, tokenLast4: '1234', databaseId: '0'.repeat(32) },
      credential: 'ntn_0123456789abcdef1234',
    });
    const airtable = { token: 'pat0123456789abcdef.1234', baseId: 'appAbCdEfGhIjKlMn', table: 'Leads' };
    expect(check('airtable', airtable)).toEqual({
      config: { includePersonalData: false, tokenLast4: '1234', baseId: 'appAbCdEfGhIjKlMn', table: 'Leads' },
      credential: airtable.token,
    });
    expect(faultsOf('airtable', { token: airtable.token, databaseId: '0'.repeat(32) })).toEqual([
      'config.baseId required',
      'config.table required',
      'config.databaseId unknown',
    ]);
    const expected = {
      config: { includePersonalData: true, clientEmail: client_email, spreadsheetId, sheetName: 'Leads' },
      credential: JSON.stringify({ client_email, private_key, private_key_id: 'abc' }),
    };
    const sent = { spreadsheetId, sheetName: 'Leads', includePersonalData: true };
    expect(check('google_sheets', { serviceAccount: account, ...sent })).toEqual(expected);
    expect(check('google_sheets', { serviceAccount: JSON.stringify(account), ...sent })).toEqual(expected);
  });

  it('names everything that is missing and everything that belongs to another type', () => {
    expect(faultsOf('slack', {})).toEqual(['config.webhookUrl required']);
    expect(faultsOf('google_sheets', { token: 'x' })).toEqual([
      'config.serviceAccount required',
      'config.spreadsheetId required',
      'config.token unknown',
    ]);
    expect(faultsOf('notion', { webhookUrl: 'http://x', sheetName: 'a' })).toEqual([
      'config.token required',
      'config.databaseId required',
      'config.webhookUrl unknown',
      'config.sheetName unknown',
    ]);
  });

  it.each([
    'http://hooks.slack.com/services/T0/B0/x',
    'https://hooks.slack.com.evil.example/services/T0/B0/x',
    'https://user@hooks.slack.com/services/T0/B0/x',
    'https://hooks.slack.com/services/T0/B0/x?y=1',
    'https://hooks.slack.com/services/../../x',
    'https://hooks.slack.com:8443/services/T0/B0/x',
    'https://example.com/services/T0/B0/x',
    'http://127.0.0.1:4000/',
    'http://169.254.169.254/latest',
  ])('takes no url but one of Slack: %s', url => {
    expect(faultsOf('slack', { webhookUrl: url })).toEqual(['config.webhookUrl slack']);
  });

  it('takes a receiver of this machine where the deployment allows it, and nobody else', () => {
    for (const url of ['http://127.0.0.1:4000/hook', 'http://localhost:4000', 'https://[::1]:4000/']) {
      expect(faultsOf('slack', { webhookUrl: url }, true)).toEqual([]);
    }
    for (const url of ['https://example.com/', 'http://127.0.0.1:80/', 'https://10.0.0.1:4000/']) {
      expect(faultsOf('slack', { webhookUrl: url }, true)).toEqual(['config.webhookUrl slack']);
    }
  });

  it.each<[string, unknown, string[]]>([
    ['no JSON', '{', ['config.serviceAccount json']],
    ['a list', '[1]', ['config.serviceAccount json']],
    [
      'nothing of a key',
      {},
      ['config.serviceAccount.client_email email', 'config.serviceAccount.private_key privateKey'],
    ],
    ['a short key', { ...account, private_key: keyOf('rsa1024') }, ['config.serviceAccount.private_key privateKey']],
    [
      'a key of another kind',
      { ...account, private_key: keyOf('ec') },
      ['config.serviceAccount.private_key privateKey'],
    ],
    [
      'half a key',
      { ...account, private_key: private_key.slice(0, 400) },
      ['config.serviceAccount.private_key privateKey'],
    ],
  ])('takes no service account that is %s, and never repeats it', (_, serviceAccount, expected) => {
    const sent = { serviceAccount, spreadsheetId } as SentConfig;
    expect(faultsOf('google_sheets', sent)).toEqual(expected);
    expect(JSON.stringify(check('google_sheets', sent))).not.toContain('PRIVATE KEY-');
  });

  it.each<[IntegrationType, SentConfig, string]>([
    ['slack', {}, 'is required for slack'],
    [
      'google_sheets',
      { spreadsheetId, serviceAccount: account, token: 'x' },
      'is not a property of google_sheets, which takes: serviceAccount, spreadsheetId, sheetName, includePersonalData',
    ],
    [
      'slack',
      { webhookUrl: 'https://example.com' },
      'must be the URL of a Slack incoming webhook: https://hooks.slack.com/services/T…/B…/…',
    ],
    [
      'google_sheets',
      { spreadsheetId, serviceAccount: '{' },
      'is not a JSON object; send the key file of the service account as it was downloaded',
    ],
    [
      'google_sheets',
      { spreadsheetId, serviceAccount: { client_email: 'x', private_key } },
      'must be the service account’s email address: name@project.iam.gserviceaccount.com',
    ],
    [
      'google_sheets',
      { spreadsheetId, serviceAccount: { client_email, private_key: 'x' } },
      'must be an RSA key of at least 2048 bits in PEM format (PKCS #8), as in the key file from Google',
    ],
    [
      'google_sheets',
      { spreadsheetId, serviceAccount: { client_email, private_key: private_key + ' '.repeat(4096) } },
      'is larger than 4096 bytes; use a key of 2048 bits',
    ],
  ])('says what would be right: %s', (type, sent, message) => {
    const checked = check(type, sent);
    expect('faults' in checked && checked.faults.map(fault => fault.message)).toEqual([message]);
  });

  it('says where the deployment allows a receiver of this machine', () => {
    expect(check('slack', { webhookUrl: 'https://example.com' }, true)).toMatchObject({
      faults: [{ message: expect.stringMatching(/…, or a URL of this machine with a port above 1023$/) }],
    });
  });

  it.each(['a b', 'x'.repeat(101), '', 7])('leaves out the id of a key that is none: %j', private_key_id => {
    const serviceAccount = { client_email, private_key, private_key_id } as SentConfig['serviceAccount'];
    const credential = JSON.stringify({ client_email, private_key });
    expect(check('google_sheets', { spreadsheetId, serviceAccount })).toMatchObject({ credential });
  });

  it.each(['a b@c.d', 'a@b@c', '@b.c', 'a@', `${'x'.repeat(250)}@b.cd`])('has no account called %j', email => {
    const serviceAccount = { client_email: email, private_key };
    expect(faultsOf('google_sheets', { spreadsheetId, serviceAccount })).toEqual([
      'config.serviceAccount.client_email email',
    ]);
  });

  it('keeps what is shown of a credential that is not sent again', () => {
    const before = { includePersonalData: false, clientEmail: client_email, spreadsheetId, sheetName: 'Leads' };
    const change = (sent: SentConfig) => readConfig('google_sheets', sent, before, { allowLoopback: false });
    expect(change({ includePersonalData: true, spreadsheetId })).toEqual({
      config: { includePersonalData: true, clientEmail: client_email, spreadsheetId },
    });
    expect(change({})).toEqual({
      faults: [expect.objectContaining({ field: 'config.spreadsheetId', rule: 'required' })],
    });
  });

  it.each([
    ['slack', webhookUrl],
    ['discord', 'https://discord.com/api/webhooks/1234567890123456789/abcdefghijklmnopqrst-uvWXYZ'],
    ['discord', 'https://canary.discord.com/api/v10/webhooks/1234567890123456789/abcdefghijklmnopqrst-uvWXYZ'],
    ['teams', `https://default0a.1b.environment.api.powerplatform.com:443${flow}`],
    ['teams', 'https://prod-12.westus.logic.azure.com:443/workflows/0a/triggers/manual/paths/invoke?sig=WXYZ'],
  ] as const)('takes the webhook of %s %s', (type, url) => {
    expect(check(type, { webhookUrl: url })).toMatchObject({ config: { webhookUrlLast4: 'WXYZ' }, credential: url });
  });

  it.each([
    ['discord', webhookUrl],
    ['discord', 'https://discord.com.evil.example/api/webhooks/1234567890123456789/abcdefghijklmnopqrstuvwxyz'],
    ['teams', webhookUrl],
    ['teams', `https://logic.azure.com.evil.example${flow}`],
    ['teams', `https://user@x.api.powerplatform.com${flow}`],
    ['teams', `http://x.api.powerplatform.com${flow}`],
    ['teams', `https://x.api.powerplatform.com:8443${flow}`],
    [
      'teams',
      'https://x.api.powerplatform.com/powerautomate/automations/direct/workflows/0a/triggers/manual/paths/invoke',
    ],
    ['slack', `https://x.api.powerplatform.com${flow}`],
  ] as const)('refuses %s %s', (type, url) => {
    expect(faultsOf(type, { webhookUrl: url })).toEqual([`config.webhookUrl ${type}`]);
  });
});
