export const en = {
  found: { one: '{count} result', other: '{count} results' },
  none: 'Nothing found',
} as const;
