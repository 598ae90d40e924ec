import { describe, expect, it } from '@jest/globals';
import { type Contract, grantOf, tableOf, withFunction } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';
import { keyOf } from '../../shared/store/keys.ts';
import { type Json, resourceNamed, resourcesOf, someContracts, synthesize } from '../support/cdk/synthesized-app.ts';

const template = synthesize({ STAGE: 'dev' }).Api;
/** With what is off by itself. */
const otherwise = synthesize(
  { STAGE: 'dev', TRACED_PERCENT: '0', LOGIN_CONCURRENCY: '5', API_GATEWAY_ACCOUNT_ROLE: 'true' },
  { contracts: someContracts },
).Api;
const contracts: [string, Contract][] = Object.entries(api);
const definition = Object.values(resourcesOf(template, 'AWS::ApiGateway::RestApi'))[0]?.Properties.Body;

const reads = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const writes = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
const allowedOnTable = { none: [], read: reads, write: [...reads, ...writes] };

const allowedOnFiles = {
  sign: ['s3:PutObject', 'sts:AssumeRole'],
  claim: ['s3:GetObject', 's3:ListBucket', 'sts:AssumeRole'],
  read: ['s3:GetObject', 'sts:AssumeRole'],
  receive: ['s3:GetObject', 's3:ListBucket', 's3:PutObject', 'sts:AssumeRole'],
  answers: ['sts:AssumeRole'],
  locate: [],
  export: ['s3:GetObject'],
  readArchives: ['s3:GetObject', 'sts:AssumeRole'],
  readExports: ['s3:GetObject', 'sts:AssumeRole'],
  verify: ['sts:AssumeRole'],
};

const allowedOnImages = {
  sign: ['s3:PutObject'],
  keep: ['s3:DeleteObject', 's3:GetObject', 's3:ListBucket', 's3:PutObject'],
  show: ['s3:GetObject', 's3:ListBucket'],
  copy: ['s3:GetObject', 's3:PutObject'],
  replace: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
  remove: ['s3:DeleteObject'],
};

/** The partitions that a function may write to although its contract only reads. */
const partitionsOfUse = (['apiKey', 'session', 'limit'] as const).map(item => keyOf(item, { sha256: '*' }).pk);

const pascalCase = (operation: string) => operation.charAt(0).toUpperCase() + operation.slice(1);

const allowedOnDataKeys = {
  open: ['dynamodb:GetItem', 'dynamodb:Query', 'kms:Decrypt'],
  seal: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'kms:Decrypt', 'kms:GenerateDataKey'],
  rotate: ['dynamodb:PutItem', 'dynamodb:Query', 'kms:Decrypt', 'kms:GenerateDataKey'],
  destroy: ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:Query'],
  note: ['dynamodb:PutItem'],
} as const;

describe.each(contracts)('the endpoint %s', (operation, contract) => {
  const name = pascalCase(contract.servedBy ?? operation);
  const files = grantOf(contract, 'files');
  const images = grantOf(contract, 'images');
  const lambda = resourceNamed(template, 'AWS::Lambda::Function', name).Properties;
  const [policy] = resourceNamed(template, 'AWS::IAM::Role', `${name}Role`).Properties.Policies;
  const statements: { Effect: string; Action: string | string[]; Resource: unknown; Condition?: object }[] =
    policy.PolicyDocument.Statement;
  const unconditional = statements.filter(({ Condition }) => Condition === undefined);
  const isOfDataKeys = ({ Resource, Condition = {} }: (typeof statements)[number]) =>
    JSON.stringify(Resource).includes('DataKeys') ||
    JSON.stringify(Condition).includes('EncryptionContext:organization');
  const isOf = (owner: 'captcha' | 'hashes' | 'provider' | 'user', { Condition = {} }: (typeof statements)[number]) =>
    JSON.stringify(Condition).includes(`EncryptionContext:${owner}`);

  it('is one function on arm64, with a role and a log group that are its own', () => {
    expect(lambda).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    expect(JSON.stringify(lambda.Role)).toContain(`${name}Role`);
    expect(JSON.stringify(lambda.LoggingConfig.LogGroup)).toContain(`${name}Logs`);
    expect(resourceNamed(template, 'AWS::Logs::LogGroup', `${name}Logs`).Properties.RetentionInDays).toBe(30);
  });

  it('may do to the table and with the key what its contract says, and nothing else', () => {
    const onTable = unconditional.flatMap(({ Action }) => Action).filter(action => action.startsWith('dynamodb:'));
    expect([...new Set(onTable)].sort()).toEqual([...allowedOnTable[tableOf(contract)]].sort());
    const others = unconditional.flatMap(({ Action }) => Action).filter(action => !action.startsWith('dynamodb:'));
    expect(others.sort()).toEqual([
      ...(contract.grants.includes('receiverSecrets:seal') ? ['kms:Encrypt'] : []),
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      ...[...(files ? allowedOnFiles[files] : []), ...(images ? allowedOnImages[images] : [])].sort(),
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
  });

  it('reaches the keys of sealed answers as its contract says, and with the KMS key nothing but those', () => {
    const onKeys = statements.filter(isOfDataKeys);
    const allowed = Object.entries(allowedOnDataKeys).flatMap(([access, actions]) =>
      contract.grants.some(grant => grant === `dataKeys:${access}`) ? [...actions] : [],
    );
    expect(onKeys.flatMap(({ Action }) => Action).sort()).toEqual(allowed.sort());
    const onKms = onKeys.filter(({ Action }) => JSON.stringify(Action).includes('kms:'));
    const forAnOrganization = { Null: { 'kms:EncryptionContext:organization': 'false' } };
    expect(onKms.map(({ Condition }) => Condition)).toEqual(onKms.map(() => forAnOrganization));
    const { DATA_KEYS_TABLE, KMS_KEY_ID } = lambda.Environment.Variables;
    expect(DATA_KEYS_TABLE !== undefined).toBe(grantOf(contract, 'dataKeys') !== undefined);
    const usesKey = /^(dataKeys|receiverSecrets|authenticators|captchas|hashKey):|^providers:ask$/;
    expect(KMS_KEY_ID !== undefined).toBe(contract.grants.some(grant => usesKey.test(grant)));
  });

  it.each([
    ['captcha', contract.grants.includes('captchas:verify')],
    ['provider', contract.grants.includes('providers:ask')],
    ['hashes', contract.grants.includes('hashKey:open')],
  ] as const)('opens the secret of its %s, and no other, when its contract says so: %s', (owner, asks) => {
    const onSecrets = statements.filter(statement => isOf(owner, statement));
    const Condition = { Null: { [`kms:EncryptionContext:${owner}`]: 'false' } };
    expect(onSecrets).toEqual(
      asks ? [{ Effect: 'Allow', Action: 'kms:Decrypt', Resource: expect.anything(), Condition }] : [],
    );
  });

  it('seals or opens the secrets of authenticators, and no others, as its contract says', () => {
    const onSecrets = statements
      .filter(each => isOf('user', each))
      .map(({ Action, Condition }) => ({ Action, Condition }));
    const Condition = { Null: { 'kms:EncryptionContext:user': 'false' } };
    const actions = { seal: ['kms:Encrypt'], open: ['kms:Decrypt'], none: [] };
    expect(onSecrets).toEqual(
      actions[grantOf(contract, 'authenticators') ?? 'none'].map(Action => ({ Action, Condition })),
    );
  });

  it('may note the use of the credential that it is called with, and write nothing else when it only reads', () => {
    const conditional = statements.filter(
      statement =>
        statement.Condition !== undefined &&
        statement.Effect === 'Allow' &&
        !isOfDataKeys(statement) &&
        !isOf('captcha', statement) &&
        !isOf('user', statement) &&
        !isOf('hashes', statement) &&
        !isOf('provider', statement),
    );
    const notes = { Action: 'dynamodb:UpdateItem', Effect: 'Allow', Resource: expect.anything() };
    const Condition = {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitionsOfUse },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    };
    const trail = { 'dynamodb:LeadingKeys': [keyOf('auditEvent', { org: '*', event: '*' }).pk] };
    const reading = {
      Action: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      Condition: { ...Condition, 'ForAllValues:StringLike': trail },
    };
    const onlyReads = tableOf(contract) === 'read' && contract.auth.length > 0;
    expect(conditional).toEqual([
      ...(onlyReads ? [{ ...notes, Condition }] : []),
      ...(onlyReads && (contract.auditedExport ?? contract.auditedReading) ? [{ ...notes, ...reading }] : []),
    ]);
  });

  it('names every resource, but for the traces and for the files in the bucket of uploads', () => {
    const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
    const wild = allowed.filter(({ Resource }) => JSON.stringify(Resource).includes('*'));
    const objects =
      { export: '/exports/*', readExports: '/exports/*', readArchives: '/archives/*' }[String(files)] ?? '/files/*';
    const onFiles = wild.filter(({ Resource }) => {
      const text = JSON.stringify(Resource);
      return text.includes('Uploads') && text.includes(`"${objects}"`);
    });
    const onImages = wild.filter(({ Resource }) => /Uploads.*"\/(staged|images)\/\*"/.test(JSON.stringify(Resource)));
    expect(onImages).toHaveLength(images === 'keep' ? 2 : images ? 1 : 0);
    const reachesObjects = files && !['answers', 'locate', 'verify'].includes(files);
    expect(onFiles).toHaveLength(reachesObjects ? 1 : 0);
    const others = wild.filter(statement => ![...onFiles, ...onImages].includes(statement));
    const ofOwners = others.filter(({ Action }) => Action === 'sts:AssumeRole');
    const roles = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':iam::*:role/formline-storage-*']] };
    const reachesOwners = files && !['locate', 'export'].includes(files);
    expect(ofOwners.map(({ Resource }) => Resource)).toEqual(reachesOwners ? [roles] : []);
    const rest = others.filter(statement => !ofOwners.includes(statement));
    expect(rest.flatMap(({ Action }) => Action)).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
  });

  it('knows the bucket of uploads if it deals in files, and the largest file if it signs uploads or judges fields of them', () => {
    const settings = lambda.Environment.Variables;
    expect(settings.UPLOADS_BUCKET !== undefined).toBe(files !== undefined || images !== undefined);
    expect(settings.DEPLOYMENT_ACCOUNT !== undefined).toBe(files === 'verify');
    expect(settings.STORAGE_ROLE !== undefined).toBe(files !== undefined);
    expect(settings.MALWARE_PROTECTION).toBeUndefined();
    const judges = files === 'sign' || files === 'receive' || contract.grants.includes('uploadSize:know');
    expect(settings.UPLOAD_BYTES_MAX).toBe(judges ? '10485760' : undefined);
  });

  it('knows the limits that it keeps: of a key or session wherever it takes one, of senders where they may send', () => {
    const names = Object.keys(lambda.Environment.Variables).filter(name => name.startsWith('LIMIT_'));
    const takes = contract.auth.includes('secretKey') || contract.auth.includes('session');
    expect(names.sort()).toEqual(
      [...(takes ? ['LIMIT_REQUESTS'] : []), ...Object.values(contract.limits ?? {})].sort(),
    );
    const isPageOfForm = contract.path === '/f/{formId}';
    expect(contract.limits !== undefined).toBe(contract.auth.includes('publishableKey') || isPageOfForm);
  });

  it('hashes passwords at the cost that OWASP asks for, if it takes one', () => {
    const { password, currentPassword } = contract.body?.properties ?? {};
    const takes = password !== undefined || currentPassword !== undefined;
    expect(lambda.Environment.Variables.PASSWORD_COST).toBe(takes ? '15' : undefined);
  });

  it('is what the gateway calls for its method and path, within the time that the gateway has', () => {
    const integration =
      definition.paths[contract.path][contract.method.toLowerCase()]['x-amazon-apigateway-integration'];
    const uri = JSON.stringify(integration.uri);
    expect(uri).toMatch(new RegExp(`"${name}[0-9A-F]{8}"`));
    expect(uri).toContain(contract.transport?.streamed ? '/response-streaming-invocations' : '/invocations');
    expect(integration.responseTransferMode).toBe(contract.transport?.streamed ? 'STREAM' : undefined);
    expect(lambda.Timeout).toBeLessThanOrEqual((integration.timeoutInMillis ?? 29_000) / 1000);
  });
});

/** Without the parameters of requests, in which a key may be. */
const everyMethod = { DataTraceEnabled: false, LoggingLevel: 'ERROR' };

describe('the gateway', () => {
  it('is open to nobody but where a contract says so: every function authenticates by its contract', () => {
    const open = contracts.filter(([, { auth }]) => auth.length === 0).map(([operation]) => operation);
    const byLink = ['resetPassword', 'getInvitation', 'getMailLink', 'followMailLink'];
    const byProvider = ['beginSingleSignOn', 'completeSingleSignOn'];
    const site = ['getHome', 'getHealth', 'getOpenApi', 'getDocs', 'getAsset'];
    const pages = [
      ...site,
      'getEmbed',
      'getEmbedModule',
      'getEmbedFile',
      'getHostedPage',
      'getImage',
      'getDashboard',
      'getDashboardPage',
    ];
    expect(open.sort()).toEqual(
      [
        ...['getChallenge', 'getPublicForm', 'login', 'loginWithCode', 'requestPasswordReset'],
        ...[...byLink, ...byProvider, ...pages],
      ].sort(),
    );
    const optional = contracts.filter(([, { credentialOptional }]) => credentialOptional);
    expect(optional.map(([operation]) => operation)).toEqual(['acceptInvitation']);
    expect(definition.security).toBeUndefined();
  });

  it('has a function for each contract that does not name another’s', () => {
    const names = Object.keys(withFunction(api)).map(pascalCase);
    expect(names.length).toBeLessThan(contracts.length);
    const ids = Object.keys(resourcesOf(template, 'AWS::Lambda::Function'));
    expect(ids.map(id => id.slice(0, -8)).sort()).toEqual(names.sort());
    expect(Object.keys(resourcesOf(template, 'AWS::Lambda::Permission'))).toEqual([]);
  });

  it.each([
    ['dev', 'Formline-dev-Api*'],
    // CloudFormation keeps 25 characters of a stack's name in the names of functions that would be too long.
    ['preview-of-a-feature', 'Formline-preview-of-a-fea*'],
  ])('may call the functions of stage %s, in as many words however many there are', (STAGE, pattern) => {
    const { Api } = synthesize({ STAGE }, { contracts: someContracts });
    const { Policies } = resourceNamed(Api, 'AWS::IAM::Role', 'InvokeRole').Properties;
    const arn = ['arn:', { Ref: 'AWS::Partition' }, ':lambda:', { Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }];
    const Resource = { 'Fn::Join': ['', [...arn, `:function:${pattern}`]] };
    expect(Policies.map(({ PolicyDocument }: { PolicyDocument: object }) => PolicyDocument)).toMatchObject([
      { Statement: [{ Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource }] },
    ]);
  });

  it('leaves the role in which the account’s APIs log alone, unless it is asked to set it', () => {
    expect(resourcesOf(template, 'AWS::ApiGateway::Account')).toEqual({});
    const accounts = resourcesOf(otherwise, 'AWS::ApiGateway::Account');
    expect(Object.values(accounts).map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(['Retain']);
    expect(resourceNamed(otherwise, 'AWS::IAM::Role', 'RestApiCloudWatchRole').DeletionPolicy).toBe('Retain');
    expect(Object.values(resourcesOf(otherwise, 'AWS::ApiGateway::Stage'))).toEqual([
      expect.objectContaining({ DependsOn: expect.arrayContaining(Object.keys(accounts)) }),
    ]);
  });

  it('traces, throttles and logs every request, without its query, its credentials or its address', () => {
    const [stage] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Stage'));
    expect(stage?.Properties).toMatchObject({ StageName: 'dev', TracingEnabled: true });
    expect(stage?.Properties.MethodSettings).toContainEqual({
      ...everyMethod,
      ...{ HttpMethod: '*', ResourcePath: '/*', ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
    });
    const format: string = stage?.Properties.AccessLogSetting.Format;
    expect(format).not.toMatch(/context\.path|query|identity|authorizer|header/i);
  });

  it('logs the request id that it quotes, after the one that a caller can choose', () => {
    const [stage] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Stage'));
    const [first, ...others] = Object.entries(
      JSON.parse(stage?.Properties.AccessLogSetting.Format.replaceAll(/(?<!")\$context\.\w+/g, '0')),
    );
    expect(first).toEqual(['gatewayRequestId', '$context.requestId']);
    expect(others).toContainEqual(['requestId', '$context.extendedRequestId']);
    expect(JSON.stringify(others)).not.toMatch(/context\.(requestId|error\.message)/);
  });

  it('keeps its execution log for as long as its access log, from before it writes the first line', () => {
    const group = resourceNamed(template, 'AWS::Logs::LogGroup', 'ExecutionLog');
    const [apiId] = Object.keys(resourcesOf(template, 'AWS::ApiGateway::RestApi'));
    expect(group.Properties).toEqual({
      LogGroupName: { 'Fn::Join': ['', ['API-Gateway-Execution-Logs_', { Ref: apiId }, '/dev']] },
      RetentionInDays: 90,
    });
    const [stage] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Stage'));
    expect(stage?.DependsOn).toEqual(expect.arrayContaining([expect.stringMatching(/^ExecutionLog/)]));
  });

  it('takes TLS 1.2 or later, with forward secrecy', () => {
    const [restApi] = Object.values(resourcesOf(template, 'AWS::ApiGateway::RestApi'));
    expect(restApi?.Properties).toMatchObject({
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
  });

  const sampling: Json[] = Object.values(resourcesOf(template, 'AWS::XRay::SamplingRule'))
    .map(({ Properties }) => Properties.SamplingRule)
    .sort((one, other) => one.Priority - other.Priority);
  /** The share of the requests of a method and path that are traced: the first rule that matches says it. */
  const tracedShare = (method: string, path: string): number =>
    sampling.find(
      ({ HTTPMethod, URLPath }) =>
        [method, '*'].includes(HTTPMethod) && new RegExp(`^${URLPath.replaceAll('*', '.*')}$`).test(`/dev${path}`),
    ).FixedRate;

  it('traces one submission in a hundred, however few come, and none where none shall be', () => {
    expect(tracedShare('POST', '/v1/forms/form_1/submissions')).toBe(0.01);
    expect(tracedShare('GET', '/forms/form_1/analytics')).toBe(0.01);
    for (const { ReservoirSize } of sampling) expect(ReservoirSize).toBe(0);
    expect(JSON.stringify(otherwise)).not.toMatch(/xray:|"Mode":"Active"|AWS::XRay|"TracingEnabled":true/);
  });

  it('traces no request that may have a key or the secret of a link in its address', () => {
    const secret = contracts.filter(
      ([, { transport, path }]) =>
        transport?.beacon ||
        (transport?.takesForms && path.startsWith('/f/')) ||
        path.includes('{token}') ||
        path.startsWith('/app/') ||
        path.endsWith('/callback'),
    );
    expect(secret.filter(([, { transport, urlHoldsSecret }]) => !transport?.beacon && !urlHoldsSecret)).toEqual([]);
    const kept = contracts.filter(([, { transport, urlHoldsSecret }]) => transport?.beacon || urlHoldsSecret);
    expect(kept.length).toBeGreaterThanOrEqual(secret.length);
    const traced = kept.filter(([, { method, path }]) => tracedShare(method, path.replace(/\{\w+\+?\}/g, 'x')) > 0);
    expect(traced).toEqual([]);
  });

  it('leaves room for eight stages in the 25 sampling rules of a region, each of its own stage', () => {
    expect(sampling.length).toBeLessThanOrEqual(3);
    for (const rule of sampling) {
      expect(rule).toMatchObject({ ServiceName: 'formline-dev/dev', Host: '*', ResourceARN: '*' });
      // X-Ray takes names of 32 characters, and stages have 20 at most.
      expect(rule.RuleName.replace(/-dev$/, `-${'s'.repeat(20)}`).length).toBeLessThanOrEqual(32);
    }
  });

  it.each([
    ['events', 'POST', '/~1forms~1{id}~1events', 500, 1000],
    ['uploads', 'POST', '/~1uploads~1sign', 100, 200],
    ['the public schema', 'GET', '/~1forms~1{id}~1public', 500, 1000],
    ['logins', 'POST', '/~1auth~1login', 20, 40],
    ['accepting an invitation', 'POST', '/~1invitations~1{token}~1accept', 20, 40],
    ['the page at the root', 'GET', '/', 200, 400],
    ['the embed script', 'HEAD', '/~1embed.js', 200, 400],
    ['asking for a new password', 'POST', '/~1auth~1password-resets', 20, 40],
  ])(
    'gives %s a part of the rate, so that a flood of them leaves submissions theirs',
    (_, HttpMethod, path, rate, burst) => {
      const [stage] = Object.values(resourcesOf(template, 'AWS::ApiGateway::Stage'));
      const limits = { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst };
      expect(stage?.Properties.MethodSettings).toContainEqual({
        ...everyMethod,
        HttpMethod,
        ResourcePath: path,
        ...limits,
      });
    },
  );

  it('bounds each route that needs no secret by a part of the rate, but for submissions, which have all of it', () => {
    const isPublic = ({ auth, credentialOptional }: Contract) =>
      auth.length === 0 || auth.includes('publishableKey') || credentialOptional;
    const whole = contracts.filter(([, contract]) => isPublic(contract) && contract.rateShare === undefined);
    expect(whole.map(([operation]) => operation)).toEqual(['createSubmission']);
  });

  it('compresses answers from a kilobyte on', () => {
    const [restApi] = Object.values(resourcesOf(template, 'AWS::ApiGateway::RestApi'));
    expect(restApi?.Properties.MinimumCompressionSize).toBe(1024);
  });

  it('keeps concurrency for logins alone, and only when it is told how much', () => {
    const reserved = (each: typeof template) =>
      Object.entries(resourcesOf(each, 'AWS::Lambda::Function')).flatMap(([id, resource]) => {
        const concurrency = resource.Properties.ReservedConcurrentExecutions;
        return concurrency === undefined ? [] : [[id.slice(0, -8), concurrency]];
      });
    expect(reserved(template)).toEqual([]);
    expect(reserved(otherwise)).toEqual([['Login', 5]]);
  });

  it('is deployed anew when a contract changes', () => {
    const changed = { ...someContracts, getForm: { ...api.getForm, path: '/forms/{id}/whole' } };
    const deployments = [someContracts, changed].map(contracts =>
      Object.keys(resourcesOf(synthesize({ STAGE: 'dev' }, { contracts }).Api, 'AWS::ApiGateway::Deployment')),
    );
    expect(deployments[0]).not.toEqual(deployments[1]);
  });
});

describe('an address of one’s own', () => {
  const certificate = 'arn:aws:acm:eu-central-1:123456789012:certificate/1234abcd-12ab-34cd-56ef-1234567890ab';
  const { Api } = synthesize(
    { STAGE: 'dev', API_DOMAIN: 'forms.example.com', API_CERTIFICATE_ARN: certificate },
    { contracts: someContracts },
  );

  it('leads to the stage, whose name is not in its path, over the same TLS', () => {
    const [domain] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::DomainName'));
    expect(domain?.Properties).toMatchObject({
      DomainName: 'forms.example.com',
      RegionalCertificateArn: certificate,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    });
    const [mapping] = Object.values(resourcesOf(Api, 'AWS::ApiGateway::BasePathMapping'));
    const [stage] = Object.keys(resourcesOf(Api, 'AWS::ApiGateway::Stage'));
    expect(mapping?.Properties.Stage).toEqual({ Ref: stage });
    expect(mapping?.Properties.BasePath).toBeUndefined();
  });

  it('is printed with what its record has to name', () => {
    expect(Object.keys(Api.Outputs ?? {})).toEqual(expect.arrayContaining(['ApiAddress', 'ApiDomainTarget']));
  });
});
