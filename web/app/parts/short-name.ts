/** Returns the end of an ID, which differs between the records of a form. */
export const shortName = (id: string): string =>
  id
    .replace(/^\w+?_/, '')
    .slice(0, 26)
    .slice(-6);
