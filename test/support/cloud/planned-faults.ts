import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type CallAttempt, type FaultProxy, type ProxyFault, startFaultProxy } from './fault-proxy.ts';

/**
 * Puts a proxy before the table of a file's tests. Returns a function that makes the next attempts at an operation meet
 * these faults. A test fails if one of its faults is not met.
 */
export function usePlannedFaults(): (operation: string, ...faults: ProxyFault[]) => void {
  let planned: { operation: string; faults: ProxyFault[] } = { operation: '', faults: [] };
  let proxy: FaultProxy | undefined;
  const checkMet = () => {
    const { operation, faults } = planned;
    planned = { operation: '', faults: [] };
    if (faults.length > 0) throw new Error(`No ${operation} met ${faults.join(', ')}`);
  };

  beforeAll(async () => {
    const engine = process.env.AWS_ENDPOINT_URL_DYNAMODB ?? '';
    const next = ({ operation }: CallAttempt) => (operation === planned.operation ? planned.faults.shift() : undefined);
    proxy = await startFaultProxy(engine, next);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = proxy.endpoint;
  });
  afterEach(checkMet);
  afterAll(() => proxy?.close());

  return (operation, ...faults) => {
    checkMet();
    planned = { operation, faults };
  };
}

/** Works like `usePlannedFaults`, but the first fault is always a lost answer. */
export function useFaultProxy(): (operation: string, ...further: ProxyFault[]) => void {
  const plan = usePlannedFaults();
  // Alternate them: the SDK retries after either, and gives up after about 35 of both.
  const losses: ProxyFault[] = ['error', 'reset'];
  return (operation, ...further) => {
    losses.reverse();
    plan(operation, ...losses.slice(0, 1), ...further);
  };
}
