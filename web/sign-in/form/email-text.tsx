import { Fragment } from 'react'

/** An e-mail address on a line of its own. A long one breaks behind its @ and its dots rather than within a word. */
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
