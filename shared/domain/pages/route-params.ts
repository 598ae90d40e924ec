const partsOf = (path: string): string[] => path.split('/').filter(Boolean);

/** Returns the values of a route's `:names` in a path: `{ id }` of `/forms/:id/edit`. Undefined if it does not match. */
export function routeParams(route: string, path: string): Record<string, string> | undefined {
  const [names, parts] = [partsOf(route), partsOf(path)];
  if (names.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decoded(part);
    else if (name !== part) return undefined;
  }
  return params;
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
