import type { Api } from './api.ts';
import type { Schema } from './schema.ts';
import type { Evidence } from './send.ts';

/** What a page may set to bring a captcha of its own: its token, or what gives one. */
export type Captcha = string | (() => string | Promise<string>) | undefined;

/** What the form asks for against machines: the ticket of its schema, a token, and a field that people leave empty. */
export function evidenceOf(_api: Api, { spamProtection = {} }: Schema, own: () => Captcha) {
  const { honeypot, ticket } = spamProtection;
  return {
    ticket,
    prepare: () => {},
    gather: async (decoy: string): Promise<Evidence> => {
      const given = own();
      const token = typeof given === 'function' ? await given() : given;
      const headers = { 'x-formline-ticket': ticket, 'x-captcha-token': token };
      return { headers, answers: honeypot?.fieldName && decoy ? { [honeypot.fieldName]: decoy } : {} };
    },
  };
}

export type EvidenceSource = ReturnType<typeof evidenceOf>;
