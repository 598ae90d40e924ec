/** A section of the changelog: a release, or *Unreleased*. */
export type Release = {
  readonly version: string;
  /** The manual steps of upgrading to it, in Markdown; empty if there are none. */
  readonly upgrading: string;
};

const unreleased = 'Unreleased';

/** Returns the changelog with its section *Unreleased* as a release of today. Throws if the section is missing. */
export function releaseChangelog(changelog: string, version: string, today: Date): string {
  const heading = `## [${unreleased}]`;
  if (!changelog.includes(`${heading}\n`)) throw new Error(`CHANGELOG.md has no section "${heading}" to release.`);
  return changelog.replace(heading, `## [${version}] - ${today.toISOString().slice(0, 10)}`);
}

/** Returns the releases of a changelog, newest first. */
export function releasesOf(changelog: string): Release[] {
  return changelog
    .split(/^## \[/m)
    .slice(1)
    .map(section => {
      const [version = ''] = section.split(']');
      const upgrading = /^### Upgrading\n([\s\S]*?)(?=^### |$(?![\s\S]))/m.exec(section)?.[1]?.trim() ?? '';
      return { version, upgrading };
    });
}

/** Returns the releases after `from`, up to `to`, oldest first, which is the order of their upgrade steps. */
export function releasesBetween(changelog: string, from: string, to: string): Release[] {
  return releasesOf(changelog)
    .filter(({ version }) => version !== unreleased && isNewer(version, from) && !isNewer(version, to))
    .reverse();
}

/** Whether one release is newer than another: `0.10.0` is newer than `0.9.1`. */
export function isNewer(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map(each => each.split('.').map(Number)) as [number[], number[]];
  const place = ours.findIndex((part, index) => part !== theirs[index]);
  return place >= 0 && (ours[place] ?? 0) > (theirs[place] ?? 0);
}
