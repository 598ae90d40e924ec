import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

type Cost = { N: number; r: number; p: number };

const keyBytes = 32;

/**
 * OWASP's cheat sheet on password storage: N=2^15, r=8, p=3, which takes about 32 MiB. `PASSWORD_COST` is the exponent of N.
 */
const costToday = (): Cost => ({ N: 2 ** Number(process.env.PASSWORD_COST || 15), r: 8, p: 3 });

/**
 * Returns a hash without a password. Unknown addresses are compared with it, so that they take as long as known ones.
 */
const dummyHash = (): string => phcOf(costToday(), Buffer.alloc(16), Buffer.alloc(keyBytes));

/** Hashes a password. Returns it in the PHC string format with its parameters: `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = costToday();
  return phcOf(cost, salt, await derive(password, salt, cost));
}

/**
 * Compares a password with a stored hash in constant time. Without a hash it takes just as long and never matches.
 *
 * @returns `outdated`: the hash uses old parameters and should be replaced
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
): Promise<{ matches: boolean; outdated: boolean }> {
  const known = parsePhc(stored ?? dummyHash()) ?? parsePhc(dummyHash());
  if (!known) throw new Error('The dummy hash cannot be read');
  const derived = await derive(password, known.salt, known.cost);
  const equal = derived.length === known.hash.length && timingSafeEqual(derived, known.hash);
  const { N, r, p } = known.cost;
  const today = costToday();
  return { matches: equal && stored !== undefined, outdated: N !== today.N || r !== today.r || p !== today.p };
}

function derive(password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalize the text, because keyboards may compose the same characters in different ways.
    const text = password.normalize('NFKC');
    scrypt(text, salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function phcOf({ N, r, p }: Cost, salt: Buffer, hash: Buffer): string {
  const encoded = [salt, hash].map(bytes => bytes.toString('base64').replaceAll('=', ''));
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${encoded.join('$')}`;
}

function parsePhc(phc: string): { cost: Cost; salt: Buffer; hash: Buffer } | undefined {
  const [, ln, r, p, salt, hash] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(phc) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  return {
    cost: { N: 2 ** Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
