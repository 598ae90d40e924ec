import type { FromSchema } from 'json-schema-to-ts';
import type { ObjectSchema } from '../../../shared/contracts/contract.ts';
import type { api } from '../../../shared/contracts/index.ts';
import type { Form, FormChange, FormRequest } from '../../../shared/domain/forms/form.ts';

type Api = typeof api;
type Operations = { [N in keyof Api as `${Api[N]['method']} ${Api[N]['path']}`]: Api[N] };

/** An operation by its method and path: `GET /forms/{id}`. */
export type Route = keyof Operations;

type Value<S> = S extends ObjectSchema ? FromSchema<S, { keepDefaultedPropertiesOptional: true }> : never;

type Patch<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Patch<T[K]> | null } : T;

type PageOf<T> = {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
  nextCursor: string | null;
};
type WithWarnings<F> = F & {
  readonly warnings?: { readonly field: string; readonly rule: string; readonly message: string }[];
};
type FormOfTemplate = Pick<Form, 'title' | 'fields'> & Partial<Form>;
type TemplateRecord = {
  id: string;
  name: string;
  description: string | null;
  category: string | null;
  form: FormOfTemplate;
  isBuiltIn: boolean;
  createdAt: string;
  updatedAt: string;
};

type FormCounts = {
  formId: string;
  responses: number;
  completed: number;
  partial: number;
  abandoned: number;
  open: number;
};

/** Named types of forms, which are too deep to infer for each operation. */
type KnownOutputs = {
  'GET /forms': PageOf<Form> & { counts?: FormCounts[] };
  'GET /forms/{id}': Form;
  'POST /forms': WithWarnings<Form>;
  'PUT /forms/{id}': WithWarnings<Form>;
  'POST /forms/{id}/versions': WithWarnings<Form>;
  'GET /templates': PageOf<TemplateRecord>;
  'GET /templates/{id}': TemplateRecord;
  'POST /templates': TemplateRecord;
  'PUT /templates/{id}': TemplateRecord;
};
type KnownBodies = {
  'POST /forms': Partial<FormRequest>;
  'PUT /forms/{id}': Patch<FormChange>;
  'PUT /forms/{id}/draft-version': Patch<FormChange>;
  'POST /templates': Pick<TemplateRecord, 'name'> & Partial<TemplateRecord>;
  'PUT /templates/{id}': Patch<TemplateRecord>;
};

type Body<C> = C extends { readonly body: infer S }
  ? C extends { readonly patches: object }
    ? Patch<Value<S>>
    : Value<S>
  : never;

type Params<C> = C extends { readonly params: infer S } ? Value<S> : never;
type Query<C> = C extends { readonly query: infer S } ? Value<S> : never;

/** `{ [K]: V }`: optional if V may be empty, and absent if V is never. */
type InputPart<K extends string, V> = [V] extends [never]
  ? { readonly [P in K]?: never }
  : Record<never, never> extends V
    ? { readonly [P in K]?: V }
    : { readonly [P in K]: V };

export type Input<R extends Route> = InputPart<'params', Params<Operations[R]>> &
  InputPart<'query', Query<Operations[R]>> &
  InputPart<'body', R extends keyof KnownBodies ? KnownBodies[R] : Body<Operations[R]>> & {
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  };

export type Output<R extends Route> = Outputs[R];

type Outputs = {
  [R in Route]: R extends keyof KnownOutputs
    ? KnownOutputs[R]
    : Operations[R] extends { readonly response: infer S extends ObjectSchema }
      ? FromSchema<S>
      : undefined;
};

/** One item of a list. */
export type ItemOf<R extends Route> = Output<R> extends { items: (infer I)[] } ? I : never;
