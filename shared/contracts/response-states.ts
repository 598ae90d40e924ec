export const status = {
  enum: ['completed', 'partial', 'abandoned'],
  description: '`completed` was submitted; `partial` was saved and not submitted; `abandoned` was left before it was.',
} as const;

export const handling = {
  enum: ['open', 'in_progress', 'done'],
  description: 'How far the team has come with it. `open` until someone changes it.',
} as const;

/** The browsers that responses can be filtered by. */
export const browserNames = ['Chrome', 'Edge', 'Firefox', 'Opera', 'Safari', 'Samsung Internet'] as const;
