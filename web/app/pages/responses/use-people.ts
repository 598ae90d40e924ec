import { call } from '../../api/client.ts';
import { useLoad } from '../../api/load.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import { t } from './texts/t.ts';

export type People = {
  readonly members: readonly Assignee[];
  /** The name of a member. A key, or a former member, is shown by ID. */
  readonly nameOf: (id: string) => string;
};

type Assignee = { readonly id: string; readonly name: string };

/** The people of the organization. */
export function usePeople(): People {
  const { organization, user } = useSession();
  const users = useLoad(
    async signal => (await call('GET /users', { query: { limit: 1000, order: 'asc' }, signal })).items,
    [organization.id],
  );
  const members = (users.data ?? [user]).map(memberOf);
  const names = new Map([user, ...(users.data ?? [])].map(memberOf).map(({ id, name }) => [id, name]));
  return { members, nameOf: id => names.get(id) ?? id };
}

const memberOf = ({ id, name, email }: Pick<ItemOf<'GET /users'>, 'id' | 'name' | 'email'>): Assignee => ({
  id,
  name: name || email,
});

/** The assignees to choose from: the members, and a former one who is still assigned. `none` means nobody. */
export function assigneesOf({ members, nameOf }: People, chosen: string) {
  const isKnown = chosen === 'none' || chosen === '' || members.some(({ id }) => id === chosen);
  return [
    { value: 'none', label: t('nobody') },
    ...members.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value: chosen, label: nameOf(chosen) }]),
  ];
}
