import fc, { type Arbitrary } from 'fast-check';

// The same inputs in each run: what a test finds, it finds every time. `npm run fuzz` goes on looking.
fc.configureGlobal({ seed: 1 });

export { type Arbitrary, fc };
