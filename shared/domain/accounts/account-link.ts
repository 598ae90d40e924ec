/** Returns a link to the dashboard, for an invitation or a password reset, as shown to its maker and as mailed. */
export const accountLink = (baseUrl: string, path: string): string => `${baseUrl}/app${path}`;
