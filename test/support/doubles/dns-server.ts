import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Returns the addresses of a name for the n-th question, from 0. `silence` leaves the question unanswered. */
export type Zone = (name: string, type: 'A' | 'AAAA', nth: number) => readonly string[] | 'silence';

/**
 * Starts a DNS server on loopback, over UDP. It answers only A and AAAA questions. A name without addresses doesn't
 * exist.
 */
export async function startDnsServer(zone: Zone) {
  const socket = createSocket('udp4');
  const asked = new Map<string, number>();
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question);
    const type = question.readUInt16BE(end) === 28 ? 'AAAA' : 'A';
    const nth = asked.get(`${type} ${name}`) ?? 0;
    asked.set(`${type} ${name}`, nth + 1);
    const addresses = zone(name, type, nth);
    if (addresses !== 'silence') socket.send(answerTo(question, end, addresses), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** The number of times each question was asked: `A receiver.test`. */
    asked: asked as ReadonlyMap<string, number>,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function nameIn(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

function answerTo(question: Buffer, end: number, addresses: readonly string[]): Buffer {
  const header = Buffer.alloc(12);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(addresses.length === 0 ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([header, question.subarray(12, end + 4), ...addresses.map(recordOf)]);
}

/** Returns a resource record for the name in question, with a TTL of one minute. */
function recordOf(address: string): Buffer {
  const groups = new URL(`http://[${address.includes(':') ? address : '::'}]`).hostname.slice(1, -1).split('::');
  const [head = [], tail = []] = groups.map(side => side.split(':').filter(Boolean));
  const all = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  const isIPv6 = address.includes(':');
  const data = isIPv6
    ? Buffer.from(all.map(group => group.padStart(4, '0')).join(''), 'hex')
    : Buffer.from(address.split('.').map(Number));
  const record = Buffer.from([0xc0, 12, 0, isIPv6 ? 28 : 1, 0, 1, 0, 0, 0, 60, 0, data.length]);
  return Buffer.concat([record, data]);
}
