/** Returns the names of a union in an order of ours. Types refuse a list that lacks one. */
export const keysOf = <K extends string>(all: Readonly<Record<K, true>>): readonly K[] => Object.keys(all) as K[];
