/** Returns the members of a union in the given order. A list that lacks one doesn't compile. */
export const keysOf = <K extends string>(all: Readonly<Record<K, true>>): readonly K[] => Object.keys(all) as K[];
