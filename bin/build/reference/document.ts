import type { Schema } from '../../../shared/contracts/openapi/schemas.ts';

/** The parts of the OpenAPI document that the reference uses. */
export type Document = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
  };
};

type OperationObject = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly description: string; readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, ResponseObject>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
};

export type ResponseObject = { readonly $ref?: string; readonly description: string; readonly content?: MediaTypes };

export type MediaTypes = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** An operation with its method and path. */
export type RoutedOperation = OperationObject & { readonly method: string; readonly path: string };

/** Returns all operations except HEAD, which add nothing. */
export const operationsOf = ({ paths }: Document): readonly RoutedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
