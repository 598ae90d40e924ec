/**
 * The deployments under test have no limits, which hold an address to as little as a person can do: a file that is about
 * limits sets its own.
 */
for (const name of ['SUBMISSIONS', 'EVENTS', 'UPLOADS', 'FORM_SUBMISSIONS', 'REQUESTS', 'UPLOAD_MEGABYTES']) {
  process.env[`LIMIT_${name}`] ??= '0';
}
