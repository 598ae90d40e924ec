/** Bundles the functions and prints their sizes. */
import { command } from './command/command.ts';

const { values } = command({
  name: 'build',
  does: 'Bundles the functions into dist/functions, and prints how large they are.',
  options: {
    first: { type: 'string', multiple: true, value: 'function', means: 'a function to bundle before others' },
  },
});

const { bundle } = await import('./build/bundle.ts');
const { sizeReport } = await import('./build/size-budgets.ts');
// npm start runs functions while others are bundled.
const sizeBytes = await bundle({ first: values.first, onBundled: names => process.send?.(names) });
console.error(sizeReport(sizeBytes).join('\n'));
