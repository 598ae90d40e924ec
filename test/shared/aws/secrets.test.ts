import { expect, it } from '@jest/globals';
import { kms } from '../../../shared/aws/kms.ts';
import { openSecret, sealSecret } from '../../../shared/aws/secrets.ts';
import { useKms } from '../../support/table/kms.ts';

useKms();

const environmentId = 'env_01KAJ5TR8M3Q4XV0Z6N1B7C9DE';
const owners = [
  { environmentId, receiverId: 'wh_1' },
  { environmentId, receiverId: 'int_1' },
  { environmentId, formId: 'form_1', captcha: 'turnstile' },
  { captcha: 'turnstile' },
  { hashes: 'guessable' },
] as const;

// lib/data-stack.ts: the key refuses everybody who names no environment, which the local one does not.
it('seals and opens no secret without an environment, and each for its owner alone', async () => {
  const contexts: object[] = [];
  kms.middlewareStack.add(
    next => args => {
      contexts.push((args.input as { EncryptionContext: object }).EncryptionContext);
      return next(args);
    },
    { step: 'initialize' },
  );
  for (const owner of owners) {
    const sealed = await sealSecret('a secret', owner);
    expect(await openSecret(sealed, owner)).toBe('a secret');
    for (const other of owners.filter(each => each !== owner))
      await expect(openSecret(sealed, other)).rejects.toThrow();
  }
  expect(contexts.length).toBeGreaterThan(owners.length);
  for (const context of contexts) expect(context).toHaveProperty('environment', expect.stringMatching(/./));
});
