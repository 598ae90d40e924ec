/** The stage's name of the HTTP API: the first part of the paths at its own address, and by its mapping at a domain of one's own. */
export const submitBasePath = 'v1';
