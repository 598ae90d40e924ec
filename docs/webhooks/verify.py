import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify(secret: str, headers: dict[str, str], body: bytes, now: int | None = None) -> bool:
    """Whether a request came from the service, unaltered and lately.

    `headers` have lower-case names; `body` is the raw body, before any JSON parsing. Answer 401 when this is False.
    """
    timestamp = headers.get("x-service-timestamp", "")
    now = int(time.time()) if now is None else now
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    expected = "v1=" + hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # While the secret is being rotated the header holds two signatures: one of them has to match.
    signatures = headers.get("x-service-signature", "").split(",")
    return any(hmac.compare_digest(signature.strip().encode(), expected.encode()) for signature in signatures)
