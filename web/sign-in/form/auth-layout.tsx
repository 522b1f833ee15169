import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VERSION } from '../../../contract/version.ts'
import { LanguageButton, LanguageButtonFace } from '../../i18n/language-button.tsx'
import { Scene } from '../../ui/scene.tsx'
import { useIsAlive } from './use-is-alive.ts'

type Props = {
  title: string
  subtitle?: string | undefined
  /** On which stone the learner stands. */
  at: 0 | 1
  /** Only the first door has room for the whole path. */
  isFirst?: boolean
  /** Where else one may go from here. */
  foot?: ReactNode
  children: ReactNode
}

/** Around the signed-out screens: the path above, the form below. Past the first door the path makes room. */
export function Door({ title, subtitle, at, isFirst = false, foot, children }: Props) {
  const t = useTranslations('app')
  const Language = useIsAlive() ? LanguageButton : LanguageButtonFace
  return (
    <main className={isFirst ? 'door' : 'door brief'}>
      <div className="door-art">
        <Language className="btn quiet small lang" />
        <div>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        <Scene tone="teal" at={at} />
      </div>
      <div className="door-in">
        {children}
        {foot && (
          <div className="door-foot">
            {foot}
            <small>
              <bdi>{t('version', { version: VERSION })}</bdi>
            </small>
          </div>
        )}
      </div>
    </main>
  )
}
