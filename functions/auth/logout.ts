import { logout } from '../../shared/contracts/auth.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { endSession } from '../../shared/store/sessions.ts';

export const handler = endpoint(logout, ({ caller }) => endSession(caller.session.sha256));
