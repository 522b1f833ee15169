import type { Finding } from '../../../contract/organisation/drafts.ts'

/** The field, as its form calls it, and what is wrong with it. */
export function FindingText({ finding: { field, message } }: { finding: Finding }) {
  return (
    <>
      {field && (
        <>
          <b>
            <bdi>{field}</bdi>:
          </b>{' '}
        </>
      )}
      <bdi>{message}</bdi>
    </>
  )
}
