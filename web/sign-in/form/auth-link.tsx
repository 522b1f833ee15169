import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { useIsAlive } from './use-is-alive.ts'

type Props = {
  to: '/login' | '/login-email' | '/register' | '/forgot-password'
  className: string
  children: ReactNode
}

/** To another door, with the query string. In the picture that stands before the app, index.html adds that. */
export function DoorLink({ to, className, children }: Props) {
  const isAlive = useIsAlive()
  if (!isAlive) return <a {...{ href: to, className, children }} />
  return <Link {...{ to, className, children }} />
}
