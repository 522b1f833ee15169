import type { ReactNode } from 'react'

type Props = { name: string; note: ReactNode; before?: ReactNode; after?: ReactNode }

/** Whose conversation this is. */
export function PaneHead({ name, note, before, after }: Props) {
  return (
    <div className="pane-head">
      {before}
      <span className="avatar" aria-hidden="true">
        {Array.from(name)[0]}
      </span>
      <div className="grow">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <small>{note}</small>
      </div>
      {after}
    </div>
  )
}
