/** A section of the changelog: a release, or what is not released yet. */
export type Release = {
  readonly version: string;
  /** What is done by hand when upgrading to it, in Markdown; empty when nothing is. */
  readonly upgrading: string;
};

const unreleased = 'Unreleased';

/** The changelog with its section *Unreleased* as a release of today. Throws when there is none. */
export function released(changelog: string, version: string, today: Date): string {
  const heading = `## [${unreleased}]`;
  if (!changelog.includes(`${heading}\n`)) throw new Error(`CHANGELOG.md has no section "${heading}" to release.`);
  return changelog.replace(heading, `## [${version}] - ${today.toISOString().slice(0, 10)}`);
}

/** The releases of a changelog, newest first. */
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

/** The releases after `from`, up to `to`, oldest first: the order in which their steps are taken. */
export function releasesBetween(changelog: string, from: string, to: string): Release[] {
  return releasesOf(changelog)
    .filter(({ version }) => version !== unreleased && isNewer(version, from) && !isNewer(version, to))
    .reverse();
}

/** Whether a release is newer than another one: `0.10.0` than `0.9.1`. */
export function isNewer(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map(each => each.split('.').map(Number)) as [number[], number[]];
  const place = ours.findIndex((part, index) => part !== theirs[index]);
  return place >= 0 && (ours[place] ?? 0) > (theirs[place] ?? 0);
}
