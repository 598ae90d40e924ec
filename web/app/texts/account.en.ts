export const en = {
  signIn: 'Sign in',
  signInHelp: 'To the forms of your team.',
  email: 'E-mail address',
  password: 'Password',
  forgotten: 'Forgotten your password?',
} as const;
