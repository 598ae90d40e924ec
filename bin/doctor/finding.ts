/** What a check has found: `fails` is what a deployment would fail for, `warns` what it could surprise with. */
export type Finding = {
  readonly level: 'passes' | 'warns' | 'fails';
  readonly what: string;
  /** What to do. */
  readonly advice?: string;
};

export const passes = (what: string): Finding => ({ level: 'passes', what });
export const warns = (what: string, advice: string): Finding => ({ level: 'warns', what, advice });
export const fails = (what: string, advice: string): Finding => ({ level: 'fails', what, advice });

export const messageOf = (error: unknown): string => (error as Error).message || (error as Error).name;
