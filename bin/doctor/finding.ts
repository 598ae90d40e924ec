/** The result of a check: `fails` would make a deployment fail, `warns` could cause a surprise. */
export type Finding = {
  readonly level: 'passes' | 'warns' | 'fails';
  readonly what: string;
  /** The suggested action. */
  readonly advice?: string;
};

export const passes = (what: string): Finding => ({ level: 'passes', what });
export const warns = (what: string, advice: string): Finding => ({ level: 'warns', what, advice });
export const fails = (what: string, advice: string): Finding => ({ level: 'fails', what, advice });

export const messageOf = (error: unknown): string => (error as Error).message || (error as Error).name;
