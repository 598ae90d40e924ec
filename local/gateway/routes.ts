import type { Route } from '../template/api-definition.ts';

export type Match = {
  readonly route: Route;
  /** Percent-encoded as they came, as the real gateway passes them on. */
  readonly pathParameters: Readonly<Record<string, string>>;
};

type ResourceNode = {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Map<string, Route>;
};

/** Finds the route of a request: literal segments win over `{name}`, and that over `{name+}`. */
export class Routes {
  readonly #resources: readonly ResourceNode[];

  constructor(routes: readonly Route[]) {
    const byPath = Map.groupBy(routes, route => route.resourcePath);
    this.#resources = [...byPath]
      .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
      .map(([resourcePath, ofPath]) => ({
        pattern: patternOf(resourcePath),
        names: [...resourcePath.matchAll(/\{([^}+]+)\+?\}/g)].map(found => found[1] ?? ''),
        methods: new Map(ofPath.map(route => [route.method, route])),
      }));
  }

  find(method: string, path: string): Match | undefined {
    for (const { pattern, names, methods } of this.#resources) {
      const found = pattern.exec(path);
      if (!found) continue;
      const route = methods.get(method) ?? methods.get('ANY');
      return route && { route, pathParameters: Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? ''])) };
    }
    return undefined;
  }
}

function rank(resourcePath: string): string {
  return resourcePath.replaceAll(/\{[^}]+\+\}/g, '\u{10ffff}').replaceAll(/\{[^}]+\}/g, '\u{10fffe}');
}

function patternOf(resourcePath: string): RegExp {
  const segments = resourcePath.split('/').map(segment => {
    if (segment.startsWith('{')) return segment.endsWith('+}') ? '(.+)' : '([^/]+)';
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}/?$`);
}
