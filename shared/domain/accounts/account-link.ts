/** A link into the dashboard: of an invitation or a password reset, as whoever made it is shown it, and as mails have it. */
export const accountLink = (baseUrl: string, path: string): string => `${baseUrl}/app${path}`;
