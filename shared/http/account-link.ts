/**
 * The link of an invitation or a password reset, which leads to the dashboard. Whoever made it is shown it, this once, and
 * hands it on: the one place from which it would be sent by mail instead.
 */
export const accountLink = (baseUrl: string, path: string): string => `${baseUrl}/app${path}`;
