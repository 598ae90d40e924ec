import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { callReceiver } from '../../../shared/outbound/call-receiver.ts';
import { httpReceiver, post, type Receiver, rawReceiver } from './receivers.ts';

let receiver: Receiver;
let told: number;
const silence = { afterMs: 300, tell: () => void told++ };

beforeEach(() => {
  told = 0;
  // Only the timers of calls: their time passes where a test says so.
  jest.useFakeTimers({
    doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'clearInterval'],
  });
});
afterEach(async () => {
  jest.useRealTimers();
  await receiver.close();
});

describe('the silence of a receiver', () => {
  it('is told of once it has lasted, and the call goes on', async () => {
    const tellings: number[] = [];
    receiver = await httpReceiver(response => {
      for (const ms of [299, 1, 300]) {
        jest.advanceTimersByTime(ms);
        setImmediate(() => tellings.push(told));
      }
      setImmediate(() => response.writeHead(204).end());
    });
    expect(await callReceiver(post(receiver.url, { silence }))).toMatchObject({ status: 204 });
    expect({ tellings, told }).toEqual({ tellings: [0, 1, 1], told: 1 });
  });

  it('is over when the head of an answer is there, read or not, whatever its body does', async () => {
    receiver = await rawReceiver(socket => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', () => {
        const passing = setInterval(() => jest.advanceTimersByTime(400), 1);
        socket.once('close', () => clearInterval(passing));
      });
    });
    expect(await callReceiver(post(receiver.url, { silence }))).toMatchObject({ status: 200 });
    expect(told).toBe(0);
  });

  it('ends with a call that fails', async () => {
    receiver = await rawReceiver(socket => socket.destroy());
    expect(await callReceiver(post(receiver.url, { silence }))).toMatchObject({ error: 'connection_reset' });
    jest.advanceTimersByTime(400);
    await new Promise(setImmediate);
    expect(told).toBe(0);
  });
});
