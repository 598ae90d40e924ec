import type { Template } from '../template.ts';
import { bugReport } from './bug-report.ts';
import { contact } from './contact.ts';
import { contactWithConsent } from './contact-with-consent.ts';
import { eventRegistration } from './event-registration.ts';
import { feedback } from './feedback.ts';
import { jobApplication } from './job-application.ts';
import { newsletter } from './newsletter.ts';
import { npsSurvey } from './nps-survey.ts';
import { rsvp } from './rsvp.ts';

const releasedAt = '2026-01-01T00:00:00.000Z';

/**
 * What every organization begins with, the first to be shown first. Their ids stay for good; as ULIDs they are of the
 * year 1970, so that lists have them behind all others, and of every tenth number, so that others fit in between.
 */
export const builtInTemplates: readonly Template[] = [
  contact,
  contactWithConsent,
  feedback,
  npsSurvey,
  eventRegistration,
  rsvp,
  jobApplication,
  bugReport,
  newsletter,
].map(content => ({ ...content, isBuiltIn: true, createdAt: releasedAt, updatedAt: releasedAt }));

const byId = new Map(builtInTemplates.map(template => [template.id, template]));

export const builtInTemplate = (id: string): Template | undefined => byId.get(id);

/** Why one is not changed or deleted. */
export const builtInIsFixed =
  'A built-in template is the same for everybody: it cannot be changed or deleted. Create one of your own with its form.';
