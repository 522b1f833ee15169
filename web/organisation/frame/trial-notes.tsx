import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { isLocal } from './is-local.ts'

/** A note below a link: on a trial, the link may lead to this computer only. */
export function LocalNote() {
  const t = useTranslations('org.trial')
  if (!isLocal(location.hostname)) return null
  return (
    <div className="say calm">
      <Icon name="info" />
      <p>{t('local')}</p>
    </div>
  )
}
