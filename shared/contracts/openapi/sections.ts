/** The sections of the document. An operation belongs to the first one that its path matches. */
export const sections = [
  {
    name: 'Events',
    path: /^\/forms\/.*\/events$/,
    description: 'What people do with a form before they send it: what reports and webhooks of events are made of.',
  },
  {
    name: 'Submissions',
    path: /^\/(v1\/forms\/|forms\/.*\/draft\b)/,
    description: 'What people who fill in a form send.',
  },
  {
    name: 'Forms',
    path: /^\/forms\b(?!.*\/(analytics|summary))/,
    description: 'Definitions of forms: their fields, and what governs them.',
  },
  {
    name: 'Uploads',
    path: /^\/(uploads|files)\b/,
    description: 'Files that answer fields of type file: sent straight to S3, read through signed links.',
  },
  { name: 'Responses', path: /^\/responses\b/, description: 'What arrived: lists, exports, status and notes.' },
  {
    name: 'Exports',
    path: /^\/exports\b/,
    description: 'All responses of an environment or of a form as files, however many they are.',
  },
  {
    name: 'Data subjects',
    path: /^\/data-subjects\b/,
    description:
      'Everything that is stored of a person: gathered into a file, or erased. What each covers: `docs/data-subjects.md`.',
  },
  {
    name: 'Analytics',
    path: /\/(analytics|summary)\b/,
    description:
      'Reports on views, starts, submissions and drop-offs, and summaries of answers, from counters: what a report costs does not grow with the number of responses.',
  },
  {
    name: 'Webhooks',
    path: /^\/webhooks\b/,
    description:
      'Signed requests to your receivers when something happens: at least once each, retried with growing delays for eight days. How to verify one: `docs/webhooks/`.',
  },
  {
    name: 'Templates',
    path: /^\/templates\b/,
    description: 'Forms to begin with: built-in ones, and those that an organization keeps for all its environments.',
  },
  {
    name: 'Integrations',
    path: /^\/integrations\b/,
    description:
      'Completed responses in Slack, Discord, Teams, Google Sheets, Notion, Airtable or email: at least once each, retried as webhooks are. How to set one up: `docs/integrations.md`.',
  },
  {
    name: 'Sessions',
    path: /^\/auth\b/,
    description: 'Login of people, whose role in an organization says what they may do there.',
  },
  {
    name: 'API keys',
    path: /^\/api-keys\b/,
    description: 'Keys of an environment: created and revoked by people, rotated with a time of grace.',
  },
  { name: 'Audit trail', path: /^\/audit-events\b/, description: 'Who did what, when, and from where.' },
  { name: 'Users', path: /^\/users\b/, description: 'The people who log in.' },
  {
    name: 'Organizations',
    path: /^\/(organizations|invitations)\b/,
    description: 'Whom everything belongs to, and its members. Who may do what: `docs/permissions.md`.',
  },
  { name: 'Environments', path: /^\/(environments|data-keys)\b/, description: 'Production, development and staging.' },
  {
    name: 'Pages',
    path: /^\/($|(health|openapi\.json|docs|embed|embed\.m?js|assets|app|f|mails)\b)/,
    description: 'What browsers are given without a key: pages, and the scripts that put forms into other pages.',
  },
];

/** The name of the section of a path. */
export function sectionOf(path: string): string {
  const section = sections.find(({ path: pattern }) => pattern.test(path));
  if (!section) throw new Error(`No section of the OpenAPI description takes ${path}: add one in openapi/sections.ts`);
  return section.name;
}
