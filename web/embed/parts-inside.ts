import type { Extras } from './extras.ts';
import type { LoadPart } from './parts.ts';

// In place of parts.ts for bundlers: the parts come along, since nobody may serve them beside another site's bundle.
const parts = { more: (): Promise<Extras> => import('./more.ts'), proof: () => import('./proof.ts') };

export { scriptBase, setBase, urlOfPart } from './parts.ts';

export const part = (name => parts[name]()) as LoadPart;
