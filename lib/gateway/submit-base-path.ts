/**
 * The stage name of the HTTP API: the first part of the paths at its own address, and through the mapping also at a
 * custom domain.
 */
export const submitBasePath = 'v1';
