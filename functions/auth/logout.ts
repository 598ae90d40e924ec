import { logout } from '../../shared/contracts/accounts/auth.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { endSession } from '../../shared/store/accounts/sessions.ts';

export const handler = endpoint(logout, ({ caller }) => endSession(caller.session.sha256));
