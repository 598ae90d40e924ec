/** Bundles the functions and prints their sizes. */
import { command } from './command/command.ts';

command({ name: 'build', does: 'Bundles the functions into dist/functions, and prints how large they are.' });

const { bundle } = await import('./build/bundle.ts');
const { sizeReport } = await import('./build/size-budgets.ts');
console.error(sizeReport(await bundle()).join('\n'));
