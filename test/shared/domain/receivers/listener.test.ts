import { describe, expect, it } from '@jest/globals';
import { hasStoppedListening, isListener } from '../../../../shared/domain/receivers/listener.ts';

describe('a listener', () => {
  it('is named by a URL that nothing can be sent to', () => {
    expect(isListener('listen:ada@laptop-localhost-4000')).toBe(true);
    for (const url of ['listen:', 'listen:a/b', 'https://listen:a', `listen:${'a'.repeat(101)}`, 'listen:a\n']) {
      expect(isListener(url)).toBe(false);
    }
  });

  it('ends after a day', () => {
    const createdAt = '2026-01-31T09:00:00.000Z';
    expect(hasStoppedListening(createdAt, Date.parse('2026-02-01T09:00:00.000Z'))).toBe(false);
    expect(hasStoppedListening(createdAt, Date.parse('2026-02-01T09:00:00.001Z'))).toBe(true);
  });
});
