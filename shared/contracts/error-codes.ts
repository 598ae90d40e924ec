/** The statuses of refusals with the codes that each can carry: what a client can switch on. */
export const errorCodes = {
  400: ['malformed_json', 'invalid_parameter', 'validation_failed', 'not_supported'],
  401: ['invalid_api_key', 'session_expired'],
  403: [
    'insufficient_permission',
    'origin_not_allowed',
    'environment_mismatch',
    'two_factor_required',
    'form_not_live',
    'form_closed',
    'captcha_failed',
    'proof_failed',
    'sign_in_refused',
    'single_sign_on_required',
  ],
  404: ['not_found'],
  405: ['method_not_allowed'],
  409: ['conflict', 'consent_changed', 'idempotency_key_reused', 'last_owner'],
  410: ['gone'],
  412: ['version_mismatch'],
  413: ['payload_too_large'],
  415: ['unsupported_media_type'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['unavailable'],
} as const;

export type ErrorStatus = keyof typeof errorCodes;

/** The codes that a refusal of this status can carry. */
export type ErrorCode<S extends ErrorStatus = ErrorStatus> = (typeof errorCodes)[S][number];
