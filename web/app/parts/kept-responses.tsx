type KeptResponsesProps = {
  readonly summary: string;
  readonly of: readonly { readonly responseId: string; readonly reason: string | null }[];
};

/** Shows the responses that an erasure keeps, and why. */
export const KeptResponses = ({ summary, of }: KeptResponsesProps) =>
  of.length > 0 && (
    <details>
      <summary>{summary}</summary>
      <ul>
        {of.map(({ responseId, reason }) => (
          <li key={responseId}>
            <code title={responseId}>{shortName(responseId)}</code> {reason}
          </li>
        ))}
      </ul>
    </details>
  );

/** Returns the end of an ID, which differs between the records of a form. */
export const shortName = (id: string): string =>
  id
    .replace(/^\w+?_/, '')
    .slice(0, 26)
    .slice(-6);
