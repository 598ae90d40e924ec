/** An error in S3's format: `code` as its documentation lists it, `details` as further elements of the XML body. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string | number>;

  constructor(status: number, code: string, message: string, details: Record<string, string | number> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export const accessDenied = (message = 'Access Denied') => new S3Error(403, 'AccessDenied', message);

export const invalidArgument = (message: string) => new S3Error(400, 'InvalidArgument', message);

export const badDigest = (what: string) =>
  new S3Error(400, 'BadDigest', `The ${what} you specified did not match the calculated checksum.`);

export const notImplemented = (what: string) =>
  new S3Error(501, 'NotImplemented', `The local cloud does not support ${what}.`);

/** S3's only message about internal errors, such as a full or read-only disk. */
export const internalError = () =>
  new S3Error(500, 'InternalError', 'We encountered an internal error. Please try again.');

export const noSuchKey = (key: string) =>
  new S3Error(404, 'NoSuchKey', 'The specified key does not exist.', { Key: key });

export const malformedXml = () =>
  new S3Error(
    400,
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema.',
  );

export const preconditionFailed = (condition: string) =>
  new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });

export const entityTooLarge = (size: number, max: number) =>
  new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: size,
    MaxSizeAllowed: max,
  });

export const incompleteBody = () =>
  new S3Error(
    400,
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  );
