/** Throws for a property of a template's resource that the local cloud would otherwise silently ignore. */
export function refuseUnknown(resource: string, properties: object, known: readonly string[]): void {
  const unknown = Object.keys(properties).filter(name => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${resource}: the local cloud does not support ${unknown.join(', ')}.`);
}
