import { Icon } from '../ui/icon.tsx'

/** The first letter of a name, or a figure for a person without a name. */
export function Avatar({ name, isBig = false }: { name: string | null; isBig?: boolean }) {
  return (
    <span className={isBig ? 'avatar large' : 'avatar'} aria-hidden="true">
      {name ? Array.from(name)[0] : <Icon name="person" />}
    </span>
  )
}
