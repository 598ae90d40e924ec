import type { Command } from './command.ts';
import { exportResponses } from './export.ts';
import * as exports from './exports.ts';
import * as forms from './forms.ts';
import { listen } from './listen.ts';
import { login, logout, stages } from './login.ts';
import { mcp } from './mcp.ts';
import { tail } from './tail.ts';
import { trigger } from './trigger.ts';
import { types } from './types.ts';
import * as webhooks from './webhooks.ts';

/** Every command by its name. */
export const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  stages,
  'forms list': forms.list,
  'forms pull': forms.pull,
  'forms diff': forms.diff,
  'forms push': forms.push,
  'forms types': types,
  'responses export': exportResponses,
  'responses tail': tail,
  'exports list': exports.list,
  'exports create': exports.create,
  'exports download': exports.downloadFiles,
  'webhooks list': webhooks.list,
  'webhooks deliveries': webhooks.deliveries,
  'webhooks redrive': webhooks.redrive,
  listen,
  trigger,
  mcp,
};
