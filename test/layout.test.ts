import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const project = join(import.meta.dirname, '..');

const found = (pattern: string): string[] => globSync(pattern, { cwd: project, exclude: ['**/node_modules'] });

/** The project's own files that a file imports, for types or at run time: `shared/store/keys.ts`. */
const importsOf = remembered((file: string) => {
  const text = readFileSync(join(project, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, specifier]) => specifier ?? '');
  return specifiers.map(specifier => relative(project, join(project, file, '..', specifier)));
});

const filesIn = remembered((folder: string) => found(`${folder}/**/*.{ts,tsx}`));

/** Asks `of` once for each name: hundreds of tests look at the same files. */
function remembered(of: (name: string) => string[]): (name: string) => string[] {
  const answers = new Map<string, string[]>();
  return name => {
    const answer = answers.get(name) ?? of(name);
    answers.set(name, answer);
    return answer;
  };
}

/**
 * The folders of `shared/`, of the embed and of the dashboard, the lowest first. A file imports from its own folder and
 * from those above its line, types included; so there is no circle. The table of contents of the contracts has a line of
 * its own. The pages of a subject are one room of the dashboard, with all their folders.
 */
const layers = [
  'shared/contracts',
  'shared/contracts/accounts',
  'shared/contracts/forms',
  'shared/contracts/responses',
  'shared/contracts/receivers',
  'shared/contracts/web',
  'shared/contracts/index.ts',
  'shared/contracts/openapi',
  'shared',
  'shared/domain/time',
  'shared/domain/text',
  'shared/domain/bodies',
  'shared/domain/traffic',
  'shared/domain/accounts',
  'shared/domain/fields',
  'shared/domain/spam',
  'shared/domain/wording',
  'shared/domain/forms/logic',
  'shared/domain/forms/replies',
  'shared/domain/forms',
  'shared/domain/forms/built-in-templates',
  'shared/domain/responses',
  'shared/domain/pages',
  'shared/domain/mails',
  'shared/domain/receivers',
  'shared/domain/analytics',
  'shared/domain/summaries',
  'shared/domain/imports',
  'shared/domain/exports',
  'shared/aws',
  'shared/aws/s3',
  'shared/outbound',
  'shared/store',
  'shared/store/counters',
  'shared/store/lists',
  'shared/store/mails',
  'shared/store/accounts',
  'shared/store/accounts/links',
  'shared/store/accounts/sign-in',
  'shared/store/forms',
  'shared/store/responses',
  'shared/store/receivers',
  'shared/integrations/slack',
  'shared/integrations/discord',
  'shared/integrations/teams',
  'shared/integrations/google-sheets',
  'shared/integrations/notion',
  'shared/integrations/airtable',
  'shared/integrations/email',
  'shared/integrations',
  'shared/counting/counter-deltas',
  'shared/counting',
  'shared/jobs',
  'shared/jobs/purges',
  'shared/jobs/recounts',
  'shared/jobs/retention',
  'shared/jobs/exports',
  'shared/jobs/data-subjects',
  'shared/jobs/mails',
  'shared/jobs/run-job.ts',
  'shared/files',
  'shared/auth',
  'shared/http/validation',
  'shared/http',
  'shared/http/lists',
  'shared/http/reports',
  'shared/http/exports',
  'shared/http/imports',
  'shared/http/forms',
  'shared/http/spam',
  'shared/sign-in',
  'shared/http/pages',
  'shared/submissions',
  'shared/delivery',
  'shared/forms',
  'web/embed',
  'web/embed/send',
  'web/embed/spam',
  'web/embed/fields',
  'web/embed/form',
  'web/embed/loading',
  'web/embed/session.ts',
  'web/embed/element.ts',
  'web/embed/script.ts',
  'web/embed/module.ts',
  'web/app/texts',
  'web/app/api',
  'web/app/styles',
  'web/app/router',
  'web/app/parts',
  'web/app/charts',
  'web/app/shell',
  'web/app/pages/audit',
  'web/app/pages/data-subjects',
  'web/app/pages/keys',
  'web/app/pages/members',
  'web/app/pages/usage',
  'web/app/pages/settings',
  'web/app/pages/sign-in',
  'web/app/pages/account',
  'web/app/pages/receivers',
  'web/app/pages/webhooks',
  'web/app/pages/integrations',
  'web/app/pages/forms',
  'web/app/pages/editor',
  'web/app/pages/responses',
  'web/app/pages/analytics',
  'web/app/pages/summary',
  'web/app/routes.ts',
  'web/app',
];

const layered = ['shared', 'web/embed', 'web/app'];

const roomOf = (file: string): string => /^web\/app\/(pages\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? dirname(file);

const layerOf = (file: string): number => layers.indexOf(layers.includes(file) ? file : roomOf(file));

/** What the folders beside `shared/` may import, besides their own files. */
const allowed: Readonly<Record<string, RegExp>> = {
  functions: /^shared\//,
  // What is deployed knows the contracts, the names of the settings, the layout of the table, and rules without I/O; no
  // other file of the store, no client.
  lib: /^shared\/(contracts\/|domain\/|env\.ts|metric\.ts|store\/keys\.ts)/,
  // Pages share rules without I/O with the functions, and know the contracts by their types.
  web: /^shared\/(contracts\/|domain\/|json\.ts)/,
  // The local cloud runs any such template: it knows nothing of forms.
  local: /^bin\/bootstrap\.ts$/,
};

/** The files that import each other in circles, and those that lead to one. */
function inCircles(files: readonly string[]): string[] {
  const rest = new Map(files.map(file => [file, importsOf(file)]));
  let before: number;
  do {
    before = rest.size;
    for (const [file, imports] of rest) {
      if (!imports.some(imported => rest.has(imported))) rest.delete(file);
    }
  } while (rest.size < before);
  return [...rest.keys()];
}

describe('the layout', () => {
  it.each(layers)('lets %s import only what lies below it', layer => {
    const files = layered.flatMap(filesIn).filter(file => layerOf(file) === layers.indexOf(layer));
    const up = files.flatMap(file =>
      importsOf(file)
        .filter(imported => layerOf(imported) > layers.indexOf(layer))
        .map(imported => `${file} -> ${imported}`),
    );
    expect(up).toEqual([]);
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(layered)('has a line for each folder of %s', folder => {
    expect(filesIn(folder).filter(file => layerOf(file) === -1)).toEqual([]);
  });

  it.each(['bench', 'bin', 'client', 'functions', 'lib', 'local', 'shared', 'test', 'web'])(
    'has no circle of files in %s',
    folder => {
      expect(inCircles(filesIn(folder))).toEqual([]);
    },
  );

  it('leaves the rules without log, metric or settings', () => {
    const ground = filesIn('shared/domain')
      .flatMap(importsOf)
      .map(file => file.replace(/^shared\//, ''));
    expect(ground.filter(file => ['log.ts', 'metric.ts', 'env.ts'].includes(file))).toEqual([]);
  });

  it.each(Object.entries(allowed))('lets %s import only what it may', (folder, others) => {
    const imported = filesIn(folder).flatMap(importsOf);
    expect(imported.filter(file => !file.startsWith(`${folder}/`) && !others.test(file))).toEqual([]);
    expect(filesIn(folder).length).toBeGreaterThan(0);
  });

  it('lets no handler import the table of contents of the contracts', () => {
    const files = [
      ...filesIn('functions'),
      ...filesIn('shared').filter(file => !file.startsWith('shared/contracts/openapi/')),
    ];
    expect(files.flatMap(importsOf)).not.toContain('shared/contracts/index.ts');
  });

  it('has a quick test of the subject of each file that only npm run test:all runs', () => {
    const tests = found('test/**/*.test.ts');
    const subjectOf = (file: string) => basename(file).split('.')[0];
    const [every, quick] = [true, false].map(isEvery =>
      tests.filter(file => /\.every\.test\.ts$/.test(file) === isEvery),
    );
    const subjects = new Set(quick?.map(subjectOf));
    expect(every?.length).toBeGreaterThan(0);
    // The bench is a tool: its tests hold no behaviour of the service.
    const held = every?.filter(file => !file.startsWith('test/bench/'));
    expect(held?.filter(file => !subjects.has(subjectOf(file)))).toEqual([]);
  });

  it('spells the keys of the table in one file', () => {
    const sources = found('{bench,bin,functions,lib,local,shared}/**/*.ts');
    const spelling = sources.filter(file => /['"`][A-Z]+#/.test(readFileSync(join(project, file), 'utf8')));
    expect(spelling).toEqual(['shared/store/keys.ts']);
  });

  it('composes constructs: only stacks, their synthesizer and the app are subclasses', () => {
    const sources = found('lib/**/*.ts').map(file => readFileSync(join(project, file), 'utf8'));
    const extended = sources.flatMap(text => [...text.matchAll(/class \w+ extends (\w+)/g)].map(([, base]) => base));
    expect([...new Set(extended)].filter(base => base !== 'Error').sort()).toEqual([
      'App',
      'DefaultStackSynthesizer',
      'NestedStack',
      'Stack',
    ]);
  });

  it('exports no type that could be anything', () => {
    const vague =
      'Change|Outcome|Place|Sent|Read|Stored|Shown|Told|Known|Found|Part|Named|Asked|Kept|Made|Given|Chosen';
    const sources = '{bench,bin,client,functions,lib,local,shared,test,web}/**/*.{ts,tsx}';
    const exported = new RegExp(`^export (?:type|interface|class) (?:${vague})\\b`, 'm');
    expect(found(sources).filter(file => exported.test(readFileSync(join(project, file), 'utf8')))).toEqual([]);
  });

  it('has no folder for what has no name', () => {
    const names = ['utils', 'helpers', 'common', 'services', 'misc', 'lib/lib'];
    const pattern = `{bin,bench,functions,lib,local,shared,test,web}/**/{${names.join(',')}}`;
    expect(found(pattern)).toEqual([]);
  });
});
