export const en = {
  forms: 'Forms',
  pagesOfForm: 'Form pages',
  edit: 'Edit',
  responses: 'Responses',
  analytics: 'Analytics',
  share: 'Share',
  settings: 'Settings',
  captchaOff: 'The captcha is not enforced: it has no secret key.',
  captchaSet: 'Set the secret key',
} as const;
