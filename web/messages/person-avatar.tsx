import { Icon } from '../ui/icon.tsx'
import { isPhone } from './person-name.tsx'

/** The first letter of a name, if there is one. */
export function PersonAvatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {isPhone(name) ? <Icon name="person" /> : Array.from(name)[0]}
    </span>
  )
}
