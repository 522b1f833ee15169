import type { ReactNode } from 'react'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

export type ItemOf<Kind extends HomeItem['kind']> = { item: Extract<HomeItem, { kind: Kind }> }

type LineProps = {
  icon: IconName
  tone: 'ask' | 'bad' | 'teal'
  title: string
  about?: (string | undefined)[]
  act?: ReactNode
}

/** How an item looks: a sentence, details, and the act. */
export function HomeLine({ icon, tone, title, about = [], act }: LineProps) {
  return (
    <li>
      <span className={`badge ${tone}`}>
        <Icon name={icon} />
      </span>
      <p className="grow">
        <b>{title}</b>
        {about
          .filter(text => text !== undefined)
          .map(text => (
            <span className="meta" key={text}>
              {text}
            </span>
          ))}
      </p>
      {act}
    </li>
  )
}
