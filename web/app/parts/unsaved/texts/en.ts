export const en = {
  title: 'Leave without saving?',
  lost: 'Your changes on this page will be lost.',
  leave: 'Leave',
} as const;
