import type { Template } from '../template.ts';
import { appointmentRequest } from './appointment-request.ts';
import { bugReport } from './bug-report.ts';
import { callbackRequest } from './callback-request.ts';
import { contact } from './contact.ts';
import { contactWithConsent } from './contact-with-consent.ts';
import { courseEvaluation } from './course-evaluation.ts';
import { customerSatisfaction } from './customer-satisfaction.ts';
import { datePoll } from './date-poll.ts';
import { demoRequest } from './demo-request.ts';
import { eventFeedback } from './event-feedback.ts';
import { eventRegistration } from './event-registration.ts';
import { exitInterview } from './exit-interview.ts';
import { featureRequest } from './feature-request.ts';
import { feedback } from './feedback.ts';
import { interviewScorecard } from './interview-scorecard.ts';
import { jobApplication } from './job-application.ts';
import { newsletter } from './newsletter.ts';
import { npsSurvey } from './nps-survey.ts';
import { orderForm } from './order-form.ts';
import { quiz } from './quiz.ts';
import { quoteRequest } from './quote-request.ts';
import { returnRequest } from './return-request.ts';
import { rsvp } from './rsvp.ts';
import { supportRequest } from './support-request.ts';
import { teamPulse } from './team-pulse.ts';
import { testimonial } from './testimonial.ts';
import { volunteerSignUp } from './volunteer-sign-up.ts';
import { waitlist } from './waitlist.ts';
import { webinarSignUp } from './webinar-sign-up.ts';
import { workshopChoice } from './workshop-choice.ts';

const releasedAt = '2026-01-01T00:00:00.000Z';

/**
 * The templates that every organization starts with, in order. Their IDs never change. As ULIDs they are from 1970, so
 * lists put them after all others. Their numbers are spaced by ten, so others fit in between.
 */
export const builtInTemplates: readonly Template[] = [
  contact,
  callbackRequest,
  quoteRequest,
  appointmentRequest,
  contactWithConsent,
  feedback,
  customerSatisfaction,
  eventFeedback,
  npsSurvey,
  featureRequest,
  courseEvaluation,
  teamPulse,
  eventRegistration,
  workshopChoice,
  webinarSignUp,
  rsvp,
  volunteerSignUp,
  datePoll,
  jobApplication,
  interviewScorecard,
  exitInterview,
  supportRequest,
  returnRequest,
  bugReport,
  demoRequest,
  waitlist,
  quiz,
  testimonial,
  newsletter,
  orderForm,
].map(content => ({ ...content, isBuiltIn: true, createdAt: releasedAt, updatedAt: releasedAt }));

const byId = new Map(builtInTemplates.map(template => [template.id, template]));

export const builtInTemplate = (id: string): Template | undefined => byId.get(id);

/** Why a built-in template cannot be changed or deleted. */
export const builtInIsFixed =
  'A built-in template is the same for everybody: it cannot be changed or deleted. Create one of your own with its form.';
