import { describe, expect, it } from '@jest/globals';
import { byIncomingWebhook } from '../../../../shared/domain/receivers/integration-kind.ts';

const kind = byIncomingWebhook('chat', {
  ...{ name: 'a channel', example: 'https://chat.example/…' },
  matches: url => url.startsWith('https://chat.example/'),
});
const strict = { allowLoopback: false };
const local = { allowLoopback: true };

describe('a service that is reached by the URL of a channel', () => {
  it('has the URL as its secret, of which it shows the last four characters', () => {
    const webhookUrl = 'https://chat.example/hooks/abcd1234';
    expect(kind.read({ webhookUrl }, strict)).toEqual({
      config: {},
      credential: { text: webhookUrl, shown: { webhookUrlLast4: '1234' } },
    });
    expect(kind.shownOfCredential).toEqual(['webhookUrlLast4']);
  });

  it('keeps its secret when none is sent', () => expect(kind.read({}, strict)).toEqual({ config: {} }));

  it.each(['https://other.example/x', 'http://127.0.0.1:8080/x', 'http://localhost:8080/x'])(
    'is at no other address: %s',
    webhookUrl => {
      const message = 'must be the URL of a channel: https://chat.example/…';
      expect(kind.read({ webhookUrl }, strict)).toEqual({
        faults: [{ field: 'config.webhookUrl', rule: 'chat', message }],
      });
    },
  );

  it.each(['http://127.0.0.1:8080/x', 'http://localhost:8080/x'])(
    'may be replaced on this machine where that is allowed: %s',
    webhookUrl => expect(kind.read({ webhookUrl }, local)).toMatchObject({ credential: { text: webhookUrl } }),
  );

  it.each(['https://other.example/x', 'http://127.0.0.1:80/x', 'nonsense'])(
    'is replaced by nothing else there: %s',
    webhookUrl => {
      const message =
        'must be the URL of a channel: https://chat.example/…, or a URL of this machine with a port above 1023';
      expect(kind.read({ webhookUrl }, local)).toMatchObject({ faults: [{ message }] });
    },
  );
});
