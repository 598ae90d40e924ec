import type { LoadPart } from '../parts.ts';

// Replaces parts.ts for bundlers. It bundles the parts, because a bundling site may not serve them beside its script.
const parts = {
  check: () => import('./check-part.ts'),
  more: () => import('./more-part.ts'),
  proof: () => import('../spam/proof.ts'),
};

export { scriptBase, setBase, urlOfTexts } from '../parts.ts';

export const part = (name => parts[name]()) as LoadPart;
