export const en = {
  forms: 'Forms',
  pagesOfForm: 'Pages of the form',
  edit: 'Edit',
  responses: 'Responses',
  analytics: 'Analytics',
  share: 'Share',
  settings: 'Settings',
} as const;
