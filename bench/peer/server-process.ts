/** The peer as it runs in production, one process: see peer.ts. */
import { requestOfParent } from '../child.ts';
import { newPool, peerApp } from './app.ts';
import { database } from './postgres.ts';
import type { PeerRequest, PeerStarted } from './sides.ts';

const { socketDirectory, apiKey } = requestOfParent<PeerRequest>();
const app = peerApp(newPool({ host: socketDirectory, ...database }), apiKey);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url } satisfies PeerStarted);
