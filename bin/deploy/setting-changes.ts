type StageSettings = Readonly<Record<string, string>>;

/** The settings that a stage was deployed with. A value is undefined if only the setting's presence is known. */
export type RememberedSettings = Readonly<Record<string, string | undefined>>;

/** Returns faults for settings that would be removed without being named, and for names that aren't needed. */
export function removalFaults(
  stage: string,
  remembered: RememberedSettings,
  given: StageSettings,
  named: readonly string[],
): string[] {
  const gone = Object.keys(remembered).filter(name => given[name] === undefined);
  const unnamed = gone.filter(name => !named.includes(name));
  const needless = named
    .filter(name => !gone.includes(name))
    .map(name =>
      given[name] === undefined
        ? `--remove ${name}: the stage was not deployed with it.`
        : `--remove ${name}: it still has a value; take that out of stages/${stage}.json and of the environment.`,
    );
  if (unnamed.length === 0) return needless;
  return [
    ...needless,
    `Stage ${stage} was deployed with settings that are missing now:`,
    ...unnamed.map(name => `  "${name}": ${JSON.stringify(remembered[name] ?? '…')}`),
    `Add them to stages/${stage}.json. To take them away: npm run deploy -- --stage ${stage} ${gone.map(name => `--remove ${name}`).join(' ')}`,
  ];
}

/** Returns a line for each setting that the deployment changes. */
export function changesOf(remembered: RememberedSettings, given: StageSettings): string[] {
  const names = [...new Set([...Object.keys(remembered), ...Object.keys(given)])].sort();
  return names.flatMap(name => {
    const [before, after] = [remembered[name], given[name]];
    if (after === undefined) return [`- ${name}`];
    if (!(name in remembered)) return [`+ ${name}: ${after}`];
    return before === undefined || before === after ? [] : [`~ ${name}: ${before} → ${after}`];
  });
}
