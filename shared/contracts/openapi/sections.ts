/** The sections of the document. An operation belongs to the first one that its path matches. */
export const sections = [
  {
    name: 'Events',
    path: /^\/forms\/.*\/events$/,
    description: 'What people do with a form before they submit it, for reports and webhooks.',
  },
  {
    name: 'Submissions',
    path: /^\/(v1\/forms\/|forms\/.*\/draft\b)/,
    description: 'Answers that people send.',
  },
  {
    name: 'Forms',
    path: /^\/(images\b|forms\b(?!.*\/(analytics|summary|views)))/,
    description: 'Form definitions: fields and settings.',
  },
  {
    name: 'Uploads',
    path: /^\/(uploads|files)\b/,
    description: 'Files that answer fields of type `file`. They go straight to S3 and are read through signed links.',
  },
  {
    name: 'Responses',
    path: /^\/(responses\b|forms\/.*\/views\b)/,
    description: 'Stored responses: lists, exports, status and notes. Saved views of the lists.',
  },
  {
    name: 'Exports',
    path: /^\/exports\b/,
    description: 'Any number of responses of an environment or a form, as files.',
  },
  {
    name: 'Data subjects',
    path: /^\/data-subjects\b/,
    description:
      'Exports or erases everything that is stored about a person. `docs/data-subjects.md` says what each covers.',
  },
  {
    name: 'Analytics',
    path: /\/(analytics|summary)\b/,
    description:
      'Reports on views, starts, submissions and drop-offs, and summaries of answers. Their cost does not grow with the number of responses.',
  },
  {
    name: 'Webhooks',
    path: /^\/webhooks\b/,
    description:
      'Signed requests to your URLs when something happens, at least once each, retried for eight days. `docs/webhooks/` says how to verify one.',
  },
  {
    name: 'Templates',
    path: /^\/templates\b/,
    description: 'Forms to start from: built-in ones, and your organization’s own for all environments.',
  },
  {
    name: 'Integrations',
    path: /^\/integrations\b/,
    description:
      'Completed responses in Slack, Discord, Teams, Google Sheets, Notion, Airtable or email: at least once each, retried like webhooks. `docs/integrations.md` says how to set one up.',
  },
  {
    name: 'Sessions',
    path: /^\/auth\b/,
    description: 'Signing in. A user’s role in an organization says what they may do.',
  },
  {
    name: 'API keys',
    path: /^\/api-keys\b/,
    description: 'Keys of an environment. People create, rotate and revoke them.',
  },
  { name: 'Audit trail', path: /^\/audit-events\b/, description: 'Who did what, when, and from where.' },
  { name: 'Users', path: /^\/users\b/, description: 'The people who log in.' },
  {
    name: 'Organizations',
    path: /^\/(organizations|invitations)\b/,
    description: 'Organizations own all other records, and have members. `docs/permissions.md` says who may do what.',
  },
  { name: 'Environments', path: /^\/(environments|data-keys)\b/, description: 'Production, development and staging.' },
  {
    name: 'Pages',
    path: /^\/($|(health|openapi\.json|docs|embed|embed\.m?js|assets|app|f|mails)\b)/,
    description: 'Pages and scripts for browsers, without a key.',
  },
];

/** The name of the section of a path. */
export function sectionOf(path: string): string {
  const section = sections.find(({ path: pattern }) => pattern.test(path));
  if (!section) throw new Error(`No section of the OpenAPI description takes ${path}: add one in openapi/sections.ts`);
  return section.name;
}
