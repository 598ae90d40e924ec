export const en = {
  forms: 'Forms',
  otherForm: 'Switch form',
  pagesOfForm: 'Form pages',
  edit: 'Edit',
  responses: 'Responses',
  analytics: 'Analytics',
  share: 'Share',
  settings: 'Settings',
  captchaOff: 'The captcha is not enforced: it has no secret key.',
  captchaSet: 'Set the secret key',
} as const;
