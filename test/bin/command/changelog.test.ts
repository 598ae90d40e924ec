import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { isNewer, releaseChangelog, releasesBetween, releasesOf } from '../../../bin/command/changelog.ts';
import { version } from '../../../lib/version.ts';

const project = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');

const changelog = `# Changelog

## [Unreleased]

### Added

- Something new.

## [0.10.0] - 2026-03-01

### Upgrading

1. Turn the key.

   ### not a heading

### Fixed

- A fault.

## [0.9.1] - 2026-02-01

### Upgrading

1. Open the door.

## [0.9.0] - 2026-01-01

### Added
`;

describe('the changelog', () => {
  it('has the version of the package and of the client as its newest release', () => {
    const [newest] = releasesOf(read('CHANGELOG.md')).filter(release => release.version !== 'Unreleased');
    expect(newest?.version).toBe(version);
    expect(JSON.parse(read('client/package.json')).version).toBe(version);
    expect(JSON.parse(read('package-lock.json')).version).toBe(version);
    expect(JSON.parse(read('docs/openapi.json')).info.version).toBe(version);
  });

  it('becomes a release under its version and date', () => {
    const text = releaseChangelog(changelog, '1.0.0', new Date('2026-04-05T06:07:08Z'));
    expect(releasesOf(text).map(release => release.version)).toEqual(['1.0.0', '0.10.0', '0.9.1', '0.9.0']);
    expect(text).toContain('## [1.0.0] - 2026-04-05\n\n### Added\n\n- Something new.');
    expect(() => releaseChangelog(text, '1.1.0', new Date())).toThrow('has no section "## [Unreleased]"');
  });

  it('tells what is done by hand between two releases, oldest first', () => {
    expect(releasesBetween(changelog, '0.9.0', '0.10.0')).toEqual([
      { version: '0.9.1', upgrading: '1. Open the door.' },
      { version: '0.10.0', upgrading: '1. Turn the key.\n\n   ### not a heading' },
    ]);
    expect(releasesBetween(changelog, '0.10.0', '0.10.0')).toEqual([]);
    expect(releasesOf(changelog).at(-1)).toEqual({ version: '0.9.0', upgrading: '' });
  });

  it.each([
    ['0.10.0', '0.9.9', true],
    ['1.0.0', '0.99.99', true],
    ['0.9.0', '0.9.1', false],
    ['0.9.1', '0.9.1', false],
  ])('takes %s as newer than %s: %s', (one, other, expected) => {
    expect(isNewer(one, other)).toBe(expected);
  });
});
