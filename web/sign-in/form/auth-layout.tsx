import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { VERSION } from '../../../contract/version.ts'
import { LanguageButton, LanguageButtonFace } from '../../i18n/language-button.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { useIsAlive } from './auth-links.tsx'

type Props = {
  title: string
  subtitle?: string | undefined
  /** The step of the drawing on which the learner stands. */
  at: 0 | 1
  /** Only the first screen has room for the whole path. */
  isFirst?: boolean
  /** Links to other sign-in screens. */
  foot?: ReactNode
  children: ReactNode
}

/** The layout of the signed-out screens: the path above, the form below. After the first screen the path is smaller. */
export function AuthLayout({ title, subtitle, at, isFirst = false, foot, children }: Props) {
  const t = useTranslations('app')
  const Language = useIsAlive() ? LanguageButton : LanguageButtonFace
  return (
    <main className={isFirst ? 'auth' : 'auth brief'}>
      <div className="auth-art">
        <Language className="btn quiet small lang" />
        <div>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        <Illustration tone="teal" at={at} />
      </div>
      <div className="auth-in">
        {children}
        {foot && (
          <div className="auth-foot">
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
