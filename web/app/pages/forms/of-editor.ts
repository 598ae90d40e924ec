/** The properties beside the fields that only the editor changes. */
export const ofEditor = [
  'title',
  'ui',
  'theme',
  'welcome',
  'thankYou',
  'endings',
  'closedMessage',
  'language',
  'texts',
] as const;
