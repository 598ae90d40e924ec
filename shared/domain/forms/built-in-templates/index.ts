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
 * The templates that every organization starts with, in order. Their IDs never change. As ULIDs they are from 1970, so
 * lists put them after all others. Their numbers are spaced by ten, so others fit in between.
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

/** Why a built-in template cannot be changed or deleted. */
export const builtInIsFixed =
  'A built-in template is the same for everybody: it cannot be changed or deleted. Create one of your own with its form.';
