import type { Finding } from '../../../contract/organisation/checking/findings.ts'

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

/** A key for React: the same mistake can be twice in a line. */
export function keyOfFinding({ file, line, column, message, path = [] }: Finding): string {
  return [file, line, column, message, ...path].join(' ')
}
