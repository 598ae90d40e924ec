/** The path of the dashboard, without a slash at the end: `/app`, `/production/app`. */
export const appPath = new URL('.', import.meta.url).pathname.replace(/\/$/, '');

/** The address of the service, with a slash at the end. */
export const apiUrl = new URL('..', import.meta.url).href;

/** The address of one of the dashboard's own pages: `/forms` becomes `/production/app/forms`. */
export const pathTo = (page: string): string => appPath + page;
