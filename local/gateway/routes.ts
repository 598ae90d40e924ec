import type { Route } from '../template/api-definition.ts';

type RouteKey = Pick<Route, 'method' | 'resourcePath'>;

export type Match<R extends RouteKey = Route> = {
  readonly route: R;
  /** The path parameters, percent-encoded as they arrived, as the real gateway passes them on. */
  readonly pathParameters: Readonly<Record<string, string>>;
};

type ResourceNode<R> = {
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly methods: Map<string, R>;
};

/** Finds the route of a request. Literal segments win over `{name}`, which wins over `{name+}`. */
export class Routes<R extends RouteKey = Route> {
  readonly #resources: readonly ResourceNode<R>[];

  /** @param end what may follow a path; a REST API ignores a trailing slash */
  constructor(routes: readonly R[], end = '/?') {
    const byPath = Map.groupBy(routes, route => route.resourcePath);
    this.#resources = [...byPath]
      .toSorted(([one], [other]) => (rank(one) < rank(other) ? -1 : 1))
      .map(([resourcePath, ofPath]) => ({
        pattern: new RegExp(`^${patternOf(resourcePath)}${end}$`),
        names: [...resourcePath.matchAll(/\{([^}+]+)\+?\}/g)].map(found => found[1] ?? ''),
        methods: new Map(ofPath.map(route => [route.method, route])),
      }));
  }

  find(method: string, path: string): Match<R> | undefined {
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

function patternOf(resourcePath: string): string {
  const segments = resourcePath.split('/').map(segment => {
    if (segment.startsWith('{')) return segment.endsWith('+}') ? '(.+)' : '([^/]+)';
    return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return segments.join('/');
}
