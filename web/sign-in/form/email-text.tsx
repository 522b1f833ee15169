import { Fragment } from 'react'

/** An e-mail address on its own line. A long one breaks after its @ and its dots, not within a word. */
export function EmailText({ email }: { email: string }) {
  return (
    <bdi className="email" dir="ltr">
      {(email.match(/[^@.]*[@.]?/g) ?? []).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name and never move.
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}
