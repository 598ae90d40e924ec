/**
 * Lets a request to the engine take minutes, because a fill at the lowest priority may get no CPU for seconds. Import it
 * before the clients.
 */
process.env.REQUEST_PATIENCE_MS = String(10 * 60_000);
