import { Ajv, type ValidateFunction } from 'ajv';
import type { ObjectSchema } from '../contracts/contract.ts';
import { bodyOptions, parameterOptions } from './ajv-options.ts';

const forBodies = new Ajv(bodyOptions);
const forParameters = new Ajv(parameterOptions);

/** Compiles at run time. A deployed bundle has none of this: the build puts the compiled validators in front of it. */
export function compileSchema(schema: ObjectSchema, part: string): ValidateFunction {
  return (part === 'body' ? forBodies : forParameters).compile(schema);
}
