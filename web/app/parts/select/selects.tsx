import { useState } from 'preact/hooks';
import { hasWords } from '../../../../shared/domain/text/has-words.ts';
import { covers, type DirectoryRoute, type Entry, useDirectory } from '../../api/directory.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useSession } from '../../api/session.tsx';
import type { Common, Option } from '../fields.tsx';
import { SearchSelect } from './search-select.tsx';

/** The number of matches to show before more of the list is loaded. */
const enough = 20;

/** Loads a list until enough names match the search, or, without a search, until it has these IDs. */
export function useMatches<R extends DirectoryRoute>(
  route: R,
  search: string | undefined,
  nameOf: (item: Entry<R>) => string,
  ids: readonly string[] = [],
) {
  return useDirectory(route, items =>
    search === undefined ? covers(items, ids) : items.filter(item => hasWords(nameOf(item), search)).length >= enough,
  );
}

type SelectProps = Common & {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly disabled?: boolean;
};

type FormSelectProps = SelectProps & {
  /** What stands for no form. */
  readonly none: string;
};

const titleOf = ({ title }: ItemOf<'GET /forms'>): string => title;

/** Selects a form of the environment. */
export function FormSelect({ none, ...rest }: FormSelectProps) {
  const [search, setSearch] = useState<string>();
  const { items, isLoading } = useMatches('GET /forms', search, titleOf, rest.value ? [rest.value] : []);
  const forms = items.map(({ id, title }): Option<string> => ({ value: id, label: title }));
  const options = [{ value: '', label: none }, ...forms];
  return <SearchSelect {...rest} options={options} onSearch={setSearch} isLoading={isLoading} />;
}

/** The titles of forms by ID. A deleted form has none. */
export function useFormTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { items } = useDirectory('GET /forms', loaded => covers(loaded, ids));
  return new Map(items.map(({ id, title }) => [id, title]));
}

type Person = Pick<ItemOf<'GET /users'>, 'id' | 'name' | 'email'>;

/** A person’s name and address, because both are searched. */
export const personOf = ({ name, email }: Person): string => (name ? `${name} (${email})` : email);

/** Returns the IDs of users, without those of keys. */
const idsOfUsers = (ids: readonly string[]): string[] => ids.filter(id => id.startsWith('usr_'));

type PersonSelectProps = SelectProps & {
  /** The options before the people. */
  readonly before: readonly Option<string>[];
  /** Whether a typed ID can be chosen, for example of a former member. */
  readonly takesIds?: boolean;
};

/** Selects a person of the organization. */
export function PersonSelect({ before, takesIds, ...rest }: PersonSelectProps) {
  const [search, setSearch] = useState<string>();
  const { user } = useSession();
  const { items, isLoading } = useMatches('GET /users', search, personOf, idsOfUsers([rest.value]));
  const people = [user, ...items.filter(({ id }) => id !== user.id)];
  const known = [...before, ...people.map(person => ({ value: person.id, label: personOf(person) }))];
  const typed = (takesIds && search?.trim().match(/^[a-z]+_\w+$/)) || [];
  const unknown = [rest.value, ...typed].filter(id => !known.some(({ value }) => value === id));
  const options = [...known, ...unknown.map(id => ({ value: id, label: id }))];
  return <SearchSelect {...rest} options={options} onSearch={setSearch} isLoading={isLoading} />;
}

/** Returns what names these IDs. A key, or a former member, is shown by ID. */
export function useNames(
  ids: readonly string[],
  nameOf: (person: Person) => string = ({ name, email }) => name || email,
): (id: string) => string {
  const { user } = useSession();
  const others = idsOfUsers(ids).filter(id => id !== user.id);
  const { items } = useDirectory('GET /users', loaded => covers(loaded, others));
  const names = new Map([...items, user].map(person => [person.id, nameOf(person)]));
  return id => names.get(id) ?? id;
}

/** The time zone of the browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const zones = [...new Set([ownZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(value => ({
  value,
  label: value.replaceAll('_', ' '),
}));

/** Selects a time zone. */
export const ZoneSelect = (props: SelectProps) => <SearchSelect {...props} options={zones} />;
