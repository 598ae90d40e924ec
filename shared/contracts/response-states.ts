export const status = {
  enum: ['completed', 'partial', 'abandoned'],
  description:
    '`completed` was submitted; `partial` was saved and not submitted; `abandoned` was left without being submitted.',
} as const;

export const handling = {
  enum: ['open', 'in_progress', 'done'],
  description: 'The team’s progress with it. `open` until someone changes it.',
} as const;

/** The folders that exports and saved views may name. Restricted responses are in neither. */
export const exportedFolders = ['inbox', 'spam'] as const;

export const replyState = {
  enum: ['queued', 'sent', 'bounced', 'failed'],
  description:
    '`queued`: it is sent within a minute. `sent`: the mail service took it. `bounced`: it came back, or its reader marked it as spam. `failed`: it could not be sent.',
} as const;

/** The browsers that responses can be filtered by. */
export const browserNames = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet'] as const;
