import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** OWASP's cheat sheet on password storage: N=2^15, r=8, p=3, which takes about 32 MiB. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;

/** The hash of a password in the PHC string format, with its parameters: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, keyBytes, cost);
  const encoded = [salt, hash].map(bytes => bytes.toString('base64').replaceAll('=', ''));
  return `$scrypt$ln=${Math.log2(cost.N)},r=${cost.r},p=${cost.p}$${encoded.join('$')}`;
}
