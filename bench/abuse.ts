import { webBudgetsKb } from '../bin/build/size-budgets.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { isPublic } from '../lib/gateway/method-options.ts';
import type { Contract, Contracts } from '../shared/contracts/contract.ts';
import { api } from '../shared/contracts/index.ts';
import { prices } from '../shared/domain/analytics/prices.ts';
import { imageBytesMax } from '../shared/domain/forms/pictures.ts';
import { assumed } from './assumed.ts';
import type { Table } from './report.ts';

/** The work that one request causes. Missing numbers are 0. */
type Work = {
  /** The time of a function with 1 GB. */
  readonly ms: number;
  readonly readUnits?: number;
  readonly writeUnits?: number;
  readonly responseBytes?: number;
  /** The calls of KMS, S3 and SQS, in dollars. */
  readonly calls?: number;
};

/** The worst that an open route can cost, and what limits it. */
type Open = Work & {
  readonly bound: string;
  /** The tokens that the request takes from its form's limit. A form has a fixed number of them per minute. */
  readonly tokensOfForm?: number;
};

const kilobyte = 1024;
const budgetOf = (path: string): number => (webBudgetsKb[path] ?? 0) * kilobyte;

/** The number of forms whose keys an attacker knows. Each form has its own limits. */
export const formsKnown = 20;
/** AWS's default quota for requests per second, for all APIs of an account in a region. */
const accountRate = 10_000;

/** The largest body that a publishable key may send, if the form needs it: shared/http/forms/admission.ts. */
const bodyBytes = 128 * kilobyte;
/** A request counts once for each 8 KB: shared/http/limits.ts. */
const tokensOfBody = bodyBytes / (8 * kilobyte);
/** The largest form: as large as the body that created it. */
const formBytes = 256 * kilobyte;
/** The rendered page of a form. */
const pageBytes = 512 * kilobyte;

/**
 * With an Idempotency-Key, a submission is a transaction, which doubles each unit: those of the response, its index
 * entry and the key's item.
 */
const submissionUnits = 2 * (bodyBytes / kilobyte + 1 + 1 + 1);
const job =
  prices.queueRequest * 3 + prices.functionCall + (assumed.workerMs / 1000) * 0.5 * prices.functionGigabyteSecond;

const ofFile = (file: string): Open => ({
  ms: 5,
  responseBytes: budgetOf(file),
  bound: `\`${file}\` has a budget of size`,
});
const link: Open = { ms: 10, readUnits: 3, bound: 'a read or two; nothing more before the link is known' };

/** The routes that need no secret, by operation. A new one must say what it can cost. */
export const openRoutes: Readonly<Record<string, Open>> = {
  getPublicForm: { ms: 5, responseBytes: formBytes, bound: 'kept in memory for a second' },
  getChallenge: { ms: 2, readUnits: 1, responseBytes: kilobyte, bound: 'a read' },
  createSubmission: {
    ms: 20,
    readUnits: 1,
    writeUnits: submissionUnits,
    responseBytes: bodyBytes,
    tokensOfForm: tokensOfBody,
    bound: '`LIMIT_FORM_SUBMISSIONS`, which counts each 8 KB',
  },
  submitHostedPage: {
    ms: 150,
    readUnits: 1,
    writeUnits: submissionUnits,
    responseBytes: pageBytes,
    calls: prices.fileRequest,
    tokensOfForm: tokensOfBody,
    bound: 'as for submissions; the page has a bound of size',
  },
  getHostedPage: { ms: 50, readUnits: 1, responseBytes: pageBytes, bound: 'the page has a bound of size' },
  createEvents: { ms: 10, readUnits: 1, writeUnits: 3, bound: 'three visits in a request' },
  signUpload: {
    ms: 10,
    readUnits: 1,
    writeUnits: 3,
    calls: prices.fileRequest,
    bound: '`LIMIT_UPLOAD_MEGABYTES` of a form in a day',
  },
  keepDraft: { ms: 10, readUnits: 3, writeUnits: 6, bound: 'one item' },
  getDraft: { ms: 10, readUnits: 34, responseBytes: bodyBytes, bound: 'one response' },
  resumeDraft: { ms: 20, readUnits: 36, writeUnits: 40, responseBytes: bodyBytes, bound: 'one response' },
  login: { ms: 2150, readUnits: 7, writeUnits: 5, bound: 'a password is hashed, and after failures waits two seconds' },
  loginWithCode: {
    ms: 20,
    readUnits: 8,
    writeUnits: 5,
    calls: prices.keyRequest,
    bound: 'only after a right password',
  },
  beginSingleSignOn: { ms: 50, readUnits: 1, calls: prices.keyRequest, bound: 'the provider is the operator’s' },
  completeSingleSignOn: {
    ms: 3000,
    readUnits: 6,
    writeUnits: 5,
    calls: prices.keyRequest,
    bound: 'waits three seconds for the provider at most',
  },
  requestPasswordReset: { ms: 10, readUnits: 1, writeUnits: 8, calls: job, bound: 'a job; mails go to accounts alone' },
  resetPassword: link,
  getInvitation: link,
  acceptInvitation: link,
  getMailLink: { ...link, responseBytes: 16 * kilobyte },
  followMailLink: { ...link, readUnits: 4, writeUnits: 3, responseBytes: 16 * kilobyte },
  getHome: { ms: 5, responseBytes: 16 * kilobyte, bound: 'a page of the bundle' },
  getHealth: { ms: 1, responseBytes: kilobyte, bound: 'reads nothing' },
  getOpenApi: ofFile('openapi.json'),
  getDocs: ofFile('docs.html'),
  getEmbed: ofFile('embed.js'),
  getEmbedModule: ofFile('embed.mjs'),
  getEmbedFile: ofFile('embed/'),
  getAsset: ofFile('assets/'),
  getImage: { ms: 30, responseBytes: imageBytesMax, calls: prices.fileRequest, bound: 'an image has at most 1 MB' },
  getDashboard: ofFile('app/'),
  getDashboardPage: ofFile('app/'),
};

/** The cost of a made-up credential: looking up its hash, and the refusal. */
const forged: Work = { ms: 5, readUnits: 1, responseBytes: kilobyte };
/** The cost of refusing a request over a limit. */
const refused: Work = { ms: 5, responseBytes: kilobyte };

const secondsOfDay = 86_400;
type Dollars = { readonly requests: number; readonly data: number; readonly transfer: number };

/** Returns the dollars of a request, without the gateway's price. */
const dollarsOf = ({ ms, readUnits = 0, writeUnits = 0, responseBytes = 0, calls = 0 }: Work): Dollars => ({
  requests:
    prices.functionCall +
    (ms / 1000) * prices.functionGigabyteSecond +
    assumed.tracedShare * prices.trace +
    (assumed.logBytes / 1e9) * prices.logGigabyte,
  data: readUnits * prices.readUnit + writeUnits * prices.writeUnit + calls,
  transfer: ((responseBytes + assumed.overheadBytes) / 1e9) * prices.transferGigabyte,
});

/** The most that a route can cost in a day. `ceiling` is the cost if the attacker knows any number of forms. */
export type Route = {
  readonly operations: readonly string[];
  readonly route: string;
  readonly perSecond: number;
  readonly dollars: Dollars;
  readonly total: number;
  readonly ceiling: number;
  readonly bound: string;
};

const sum = ({ requests, data, transfer }: Dollars): number => requests + data + transfer;
const times = ({ requests, data, transfer }: Dollars, factor: number): Dollars => ({
  requests: requests * factor,
  data: data * factor,
  transfer: transfer * factor,
});
const plus = (one: Dollars, other: Dollars): Dollars => ({
  requests: one.requests + other.requests,
  data: one.data + other.data,
  transfer: one.transfer + other.transfer,
});

/** Returns the dollars of a day of requests at this rate, with the gateway's price. */
const ofDay = (work: Work, perSecond: number): Dollars => {
  const { requests, ...rest } = dollarsOf(work);
  return times({ requests: requests + prices.gatewayRequest, ...rest }, perSecond * secondsOfDay);
};

/** Returns every route of the API with the cost of a day of abuse, most expensive first. */
export function abusedRoutes(contracts: Contracts = api, config: Config = readConfig({})): Route[] {
  const open = Object.entries(contracts).filter(([, contract]) => isPublic(contract));
  const secret = Object.entries(contracts).filter(([, contract]) => !isPublic(contract));
  const rates = secret.map(([, contract]) => rateOf(contract, config));
  const routes = [
    ...open.flatMap(([operation, contract]) => openRoute(operation, contract, config)),
    routeOf({
      operations: secret.map(([operation]) => operation),
      route: `each of the ${secret.length} operations that need a secret, with a made-up one`,
      perSecond: Math.max(...rates),
      dollars: ofDay(forged, Math.max(...rates)),
      bound: 'nothing is done before the credential is known',
    }),
    routeOf({
      operations: [],
      route: '`OPTIONS` of each path',
      perSecond: config.throttle.requestsPerSecond,
      dollars: {
        requests: prices.gatewayRequest * config.throttle.requestsPerSecond * secondsOfDay,
        data: 0,
        transfer: 0,
      },
      bound: 'the gateway answers by itself',
    }),
  ];
  return routes.sort((one, other) => other.total - one.total || (one.route < other.route ? -1 : 1));
}

const rateOf = ({ rateShare = 1 }: Contract, { throttle }: Config): number =>
  Math.max(1, Math.floor(throttle.requestsPerSecond * rateShare));

type Described = Omit<Route, 'total' | 'ceiling'> & { readonly ceiling?: number };
const routeOf = (route: Described): Route => ({
  ...route,
  total: sum(route.dollars),
  ceiling: route.ceiling ?? sum(route.dollars),
});

function openRoute(operation: string, contract: Contract, config: Config): Route[] {
  const work = openRoutes[operation];
  if (!work) throw new Error(`Say in openRoutes (bench/abuse.ts) what ${operation} can cost: it needs no secret`);
  const perSecond = rateOf(contract, config);
  const { method, path } = contract;
  const ceiling = sum(ofDay(work, perSecond));
  const base = { operations: [operation], perSecond, bound: work.bound, ceiling };
  return [
    routeOf({ ...base, route: `\`${method} ${path}\``, dollars: dollarsOfOpen(work, contract, config, perSecond) }),
    ...(contract.transport?.head
      ? [headOf({ ...base, route: `\`HEAD ${path}\`` }, { ...work, responseBytes: 0 })]
      : []),
  ];
}

const headOf = ({ ceiling: _, ...base }: Omit<Described, 'dollars'>, work: Work): Route =>
  routeOf({ ...base, bound: 'as `GET`, without the bytes', dollars: ofDay(work, base.perSecond) });

/** Returns the cost of the requests that the limits of the known forms let through, and of refusing the others. */
function dollarsOfOpen(work: Open, { limits }: Contract, config: Config, perSecond: number): Dollars {
  if (!limits?.form || !work.tokensOfForm) return ofDay(work, perSecond);
  const tokens = config.limits[limits.form];
  const passing = tokens === 0 ? perSecond : Math.min(perSecond, (formsKnown * tokens) / 60 / work.tokensOfForm);
  // Each small body takes one token, so many of them pass, each with an answer of full size.
  const small = { ms: work.ms, readUnits: 1, writeUnits: 8, responseBytes: work.responseBytes };
  const ofLarge = plus(ofDay(work, passing), ofDay(refused, perSecond - passing));
  const ofSmall = ofDay(small, Math.min(perSecond, tokens === 0 ? perSecond : (formsKnown * tokens) / 60));
  return sum(ofLarge) > sum(ofSmall) ? ofLarge : ofSmall;
}

/** Returns the cost of abusing all routes at once, most expensive first, up to the account's quota. */
export function allAtOnce(routes: readonly Route[], paths: number): { perSecond: number; dollars: number } {
  const each = routes.flatMap(route => {
    const count = route.operations.length > 1 ? route.operations.length : route.operations.length === 0 ? paths : 1;
    return Array.from({ length: count }, () => ({ perSecond: route.perSecond, each: route.total / route.perSecond }));
  });
  let [left, dollars] = [accountRate, 0];
  for (const { perSecond, each: ofOne } of each.sort((one, other) => other.each - one.each)) {
    const taken = Math.min(left, perSecond);
    dollars += taken * ofOne;
    left -= taken;
  }
  return { perSecond: accountRate - left, dollars };
}

/** The most dollars that any route may cost in a day, as docs/security.md states them. */
export const boundDollars = { known: 3000, ceiling: 16_000 } as const;

/** The cost from which a route has its own row in the table. Cheaper ones share a row. */
const dollarsWorthARow = 150;

/** Returns the table of the cost of abuse, from contracts, limits, size budgets and the price list. */
export function abuseTable(): Table {
  const routes = abusedRoutes();
  const paths = new Set(Object.values<Contract>(api).map(({ path }) => path)).size;
  const all = allAtOnce(routes, paths);
  const dear = routes.filter(({ total }) => total >= dollarsWorthARow);
  const others = routes.filter(({ total }) => total < dollarsWorthARow);
  const whole = ({ requests, data, transfer }: Dollars) => [requests, data, transfer].map(Math.round);
  return {
    title: 'Dollars that a day of abuse can cost',
    columns: ['route', 'requests a second', 'requests', 'table and calls', 'bytes sent', 'in all', 'what bounds it'],
    rows: [
      ...dear.map(({ route, perSecond, dollars, total, bound }) => [
        route,
        perSecond,
        ...whole(dollars),
        Math.round(total),
        bound,
      ]),
      [
        `each of the other ${others.length} routes, at most`,
        ...['', '', '', ''],
        Math.round(others[0]?.total ?? 0),
        'its rate, and a budget of size for each file',
      ],
      ['all of them at once', all.perSecond, '', '', '', Math.round(all.dollars), 'what AWS takes from an account'],
    ],
    note: `Default settings, list prices of us-east-1, nothing compressed, from any number of addresses that know ${formsKnown} forms with their keys. Logs and traces are in the requests. Assumed, not measured, are the milliseconds.`,
  };
}
