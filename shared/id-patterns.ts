/** A ULID, 26 digits of Crockford's base32: https://github.com/ulid/spec */
export const ulidPattern = '[0-7][0-9A-HJKMNP-TV-Z]{25}';

/** The ID of a file: `file_` + ULID + ULID of its form. */
export const fileIdPattern = new RegExp(`^file_(${ulidPattern})(${ulidPattern})$`);
