// In place of parts.ts for bundlers: the parts come along, since nobody may serve them beside another site's bundle.
const parts = { more: () => import('./more.ts'), proof: () => import('./proof.ts') };

export { scriptBase, setBase, urlOfPart } from './parts.ts';

export const part = <N extends keyof typeof parts>(name: N): ReturnType<(typeof parts)[N]> =>
  parts[name]() as ReturnType<(typeof parts)[N]>;
