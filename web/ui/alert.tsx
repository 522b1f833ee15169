import type { ReactNode } from 'react'
import { useFocusAfter } from './focus-arrival.ts'
import { Icon } from './icon.tsx'

type Props = {
  title: ReactNode
  /** True if the alert is all that the screen shows. */
  isHeading?: boolean
  children?: ReactNode
  /** A button below the words. */
  below?: ReactNode
}

/** An error: what failed, and what is not lost. Screen readers announce it at once. */
export function Alert({ title, isHeading, children, below }: Props) {
  useFocusAfter(isHeading ?? false)
  const Title = isHeading ? 'h1' : 'b'
  return (
    <div className="alert" role="alert">
      <Icon name="warning" />
      <div>
        <Title>{title}</Title>
        {children && <p>{children}</p>}
        {below}
      </div>
    </div>
  )
}
