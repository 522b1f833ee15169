import type { ReactNode, Ref } from 'react'
import { PersonAvatar } from './person-avatar.tsx'
import { isPhone, PersonName } from './person-name.tsx'

type Props = {
  name: string
  /** False if the name is not a person's. */
  isPerson?: boolean
  note: ReactNode
  /** A long name is cut at its end instead of taking a second row. */
  isOneRow?: boolean
  before?: ReactNode
  after?: ReactNode
  head?: Ref<HTMLDivElement>
}

/** The head of a conversation. */
export function PaneHead({ name, isPerson = true, isOneRow = false, note, before, after, head }: Props) {
  return (
    <div className={isOneRow ? 'pane-head one' : 'pane-head'} ref={head}>
      {before}
      {isPerson && <PersonAvatar name={name} />}
      <div className="grow">
        {isOneRow && !isPhone(name) ? (
          // In the direction of the name, so that its end is cut.
          <h1 tabIndex={-1} dir="auto">
            {name}
          </h1>
        ) : (
          <h1 tabIndex={-1}>
            <PersonName name={name} />
          </h1>
        )}
        <small>{note}</small>
      </div>
      {after}
    </div>
  )
}
