import type { ReactNode } from 'react'
import { Scene } from '../ui/scene.tsx'

type Props = {
  title: string
  subtitle: string
  /** On which stone the learner stands. */
  at: 0 | 1
  languageButton: ReactNode
  children: ReactNode
}

/** Around the signed-out screens: the path above, the form below. Past the first step the path makes room. */
export function Door({ title, subtitle, at, languageButton, children }: Props) {
  return (
    <main className={at === 0 ? 'door' : 'door brief'}>
      <div className="door-art">
        {languageButton}
        <div>
          <h1>{title}</h1>
          <p>{subtitle}</p>
        </div>
        <Scene tone="teal" at={at} />
      </div>
      <div className="door-in">{children}</div>
    </main>
  )
}
