import type { ReactNode, Ref } from 'react'
import { PersonAvatar } from './person-avatar.tsx'
import { PersonName } from './person-name.tsx'

type Props = {
  name: string
  /** Otherwise the name says something else. */
  isPerson?: boolean
  note: ReactNode
  before?: ReactNode
  after?: ReactNode
  head?: Ref<HTMLDivElement>
}

/** Whose conversation this is. */
export function PaneHead({ name, isPerson = true, note, before, after, head }: Props) {
  return (
    <div className="pane-head" ref={head}>
      {before}
      {isPerson && <PersonAvatar name={name} />}
      <div className="grow">
        <h1 tabIndex={-1}>
          <PersonName name={name} />
        </h1>
        <small>{note}</small>
      </div>
      {after}
    </div>
  )
}
