import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Props = {
  icon?: IconName
  tone?: 'good' | 'bad' | 'ask'
  title: ReactNode
  about?: ReactNode
  children?: ReactNode
}

/** One line of a card of settings: what it is, how it is now, and the act. */
export function SettingRow({ icon, tone = 'good', title, about, children }: Props) {
  return (
    <div className="setting">
      {icon && (
        <span className={`badge ${tone}`}>
          <Icon name={icon} />
        </span>
      )}
      <p className="grow">
        <b>{title}</b>
        {about && <span className="meta">{about}</span>}
      </p>
      {children}
    </div>
  )
}
