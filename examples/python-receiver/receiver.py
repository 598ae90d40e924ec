"""Receives webhooks on port 4000: WEBHOOK_SECRET=whsec_… python3 receiver.py"""

import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
TOLERANCE_SECONDS = 300


def is_genuine(headers, body: bytes) -> bool:
    """Returns whether the service signed this request, within the last minutes."""
    timestamp = headers.get("x-service-timestamp", "")
    if not re.fullmatch(r"[0-9]{1,15}", timestamp) or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    expected = "v1=" + hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    # While the secret is being rotated, there are two signatures.
    signatures = headers.get("x-service-signature", "").split(",")
    return any(hmac.compare_digest(signature.strip().encode(), expected.encode()) for signature in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            handle(self.headers["x-service-delivery"], json.loads(body)["event"])

    def log_message(self, *_):
        pass


def handle(delivery: str, event: dict):
    # A retry has the same delivery ID: remember the IDs that you have handled.
    print(delivery, event["name"], event["attributes"].get("response.id"), flush=True)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver).serve_forever()
