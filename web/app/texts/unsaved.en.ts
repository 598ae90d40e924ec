export const en = {
  title: 'Leave without saving?',
  lost: 'What you have changed on this page is lost.',
  leave: 'Leave',
} as const;
