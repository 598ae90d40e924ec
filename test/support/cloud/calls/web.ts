import type { Resource, ResourceCalls } from './resource.ts';

/** A file that the root page names. */
const webFile = (path: RegExp): Resource => ({
  create: async client => path.exec((await client('getHome')).text)?.[1] ?? '',
  unknownId: 'unknown.js',
});

export const webCalls: ResourceCalls = {
  resources: {
    '/embed/{file}': webFile(/\/embed\/([\w.-]+)/),
    '/assets/{file}': webFile(/assets\/([\w.-]+)/),
    '/app/{path+}': { create: async () => 'forms', unknownId: 'gone-0123abcd.js' },
  },
};
