import { dollarsOfMonth } from '../cost.ts';
import type { Table } from '../report.ts';
import type { Service } from '../service.ts';

/** The on-demand list prices in us-east-1, in dollars as of November 2026, for running a service written by hand. */
const prices = {
  /** A t4g.small per hour. */
  server: 0.0168,
  serverDisk: 8 * 0.08,
  /** A public IPv4 address per hour. */
  address: 0.005,
  /** A db.t4g.micro of RDS for PostgreSQL per hour, in one zone. */
  database: 0.016,
  databaseDisk: 20 * 0.115,
  /** An application load balancer per hour, without its capacity units. */
  loadBalancer: 0.0225,
} as const;

const hours = 730;

/**
 * The approximate dollars of a month without requests, as in docs/cost.md: alarms and metrics, a key, the sweep and
 * polling.
 */
const idleOfFormline = 10.5;

/** Returns what each of the two costs in a month on AWS, without requests and with a million submissions. */
export async function monthOfEither(service: Service): Promise<Table> {
  const { rest, http } = await dollarsOfMonth(service);
  const { server, serverDisk, address, database, databaseDisk, loadBalancer } = prices;
  const one = hours * (server + address + database) + serverDisk + databaseDisk;
  const two = hours * (2 * (server + database + address) + loadBalancer) + 2 * (serverDisk + databaseDisk);
  return {
    title: 'A month on AWS, Formline and by hand',
    columns: ['dollars', 'idle', 'a million submissions'],
    rows: [
      ['Formline, SUBMIT_API=rest', idleOfFormline, idleOfFormline + rest],
      ['Formline, SUBMIT_API=http', idleOfFormline, idleOfFormline + http],
      ['by hand, one server and one database', one, one],
      ['by hand, in two zones', two, two],
    ],
    note: `List prices of us-east-1, without the free tier. By hand: a t4g.small ($${server} an hour, 8 GB of disk, a public address) and a db.t4g.micro of RDS ($${database}, 20 GB) in one zone; in two, twice that and a load balancer ($${loadBalancer}). Its logs, alarms, transfer and the work of whoever looks after it are not in it; Formline’s logs, alarms and transfer are. A million: evenly over the month.`,
  };
}
