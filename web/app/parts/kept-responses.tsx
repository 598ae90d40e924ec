import { shortName } from './short-name.ts';

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
