import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../../contract/languages.ts'
import { VERSION } from '../../../contract/version.ts'
import { LanguageButton, LanguageButtonFace } from '../../i18n/language-button.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { useIsAlive } from './auth-links.tsx'

type Props = {
  /** Without it the heading is the name of the app. */
  title?: string
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
  // The neutral name that was chosen on this phone. first-paint.js sets it in the elements with `data-own`.
  const neutralName = globalThis.window?.sbsNames?.[document.documentElement.lang as Language]
  const Button = useIsAlive() ? LanguageButton : LanguageButtonFace
  return (
    <main className={isFirst ? 'auth' : 'auth brief'}>
      <div className="auth-art">
        <Button className="btn quiet small lang" />
        <div>
          {title ? <h1>{title}</h1> : <h1 data-own="name">{neutralName ?? t('title')}</h1>}
          {isFirst ? !neutralName && <p data-own="">{t('subtitle')}</p> : subtitle && <p>{subtitle}</p>}
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
