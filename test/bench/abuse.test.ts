import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { abusedRoutes, abuseTable, allAtOnce, boundDollars, formsKnown, openRoutes } from '../../bench/abuse.ts';
import { markdown } from '../../bench/report.ts';
import { readConfig } from '../../lib/config.ts';
import { isPublic } from '../../lib/gateway/method-options.ts';
import type { Contracts } from '../../shared/contracts/contract.ts';
import { api } from '../../shared/contracts/index.ts';

const contracts: Contracts = api;
const routes = abusedRoutes();
const security = readFileSync(join(import.meta.dirname, '../../docs/security.md'), 'utf8');

describe('what abuse can cost', () => {
  it('is computed for every operation, and for HEAD where it is taken', () => {
    const listed = new Set(routes.flatMap(({ operations }) => operations));
    expect([...listed].sort()).toEqual(Object.keys(contracts).sort());
    const heads = Object.values(contracts).filter(({ transport }) => transport?.head);
    expect(routes.filter(({ route }) => route.startsWith('`HEAD '))).toHaveLength(heads.length);
  });

  it('names no route that is not open, and misses none that is', () => {
    const open = Object.entries(contracts).filter(([, contract]) => isPublic(contract));
    expect(Object.keys(openRoutes).sort()).toEqual(open.map(([operation]) => operation).sort());
    const withNew = { ...contracts, another: { ...contracts.getHealth, path: '/another', transport: {} } } as Contracts;
    expect(() => abusedRoutes(withNew)).toThrow('Say in openRoutes (bench/abuse.ts) what another can cost');
  });

  it('passes the stated bound nowhere', () => {
    expect(routes.filter(({ total }) => total > boundDollars.known)).toEqual([]);
    expect(routes.filter(({ ceiling }) => ceiling > boundDollars.ceiling)).toEqual([]);
    const [known, any] = Object.values(boundDollars).map(dollars => `$${dollars.toLocaleString('en-US')}`);
    expect(security.replaceAll('\n', ' ')).toContain(
      `no route costs more than ${known} a day by an attacker who knows ${formsKnown} of the deployment's forms, nor more than ${any}`,
    );
  });

  it('stands in docs/security.md as it is computed (npm run cost -- abuse --write)', () => {
    expect(security).toContain(markdown(abuseTable()));
  });

  it('grows with the rate of the gateway, and with what limits let through', () => {
    const most = (of: 'total' | 'ceiling', settings: NodeJS.ProcessEnv = {}) =>
      Math.max(...abusedRoutes(contracts, readConfig(settings)).map(route => route[of]));
    expect(most('ceiling', { THROTTLE_REQUESTS_PER_SECOND: '100' })).toBeCloseTo(most('ceiling') / 10);
    expect(most('total', { LIMIT_FORM_SUBMISSIONS: '600' })).toBeLessThan(most('total'));
    expect(most('total', { LIMIT_FORM_SUBMISSIONS: '0' })).toBeGreaterThan(boundDollars.known);
  });

  it('is bounded for all routes together by what AWS takes from an account', () => {
    const all = allAtOnce(routes, 100);
    expect(all.perSecond).toBe(10_000);
    expect(all.dollars).toBeLessThan(routes.reduce((sum, { total }) => sum + total, 0) + 100 * 302 + 200 * 390);
  });
});
