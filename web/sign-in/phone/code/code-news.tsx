import { useTranslations } from 'use-intl'
import { Alert } from '../../../ui/alert.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useWaitInWords } from '../../form/problems/wait-in-words.ts'
import type { PhoneLogin } from '../phone-login.ts'
import { useSecondsUntil } from './use-seconds-until.ts'

/** Says that the sent code is still valid, or that no other code is sent for a while. */
export function CodeNews({ login }: { login: PhoneLogin }) {
  const t = useTranslations('login')
  const waitInWords = useWaitInWords()
  const seconds = useSecondsUntil(login.resendAt)
  const isGood = useSecondsUntil(login.codeExpiresAt) > 0
  if (login.isTooMany && seconds > 0) {
    return (
      <Alert title={t('tooMany')}>
        {t('tooManyHint', { time: waitInWords(seconds) })} {isGood && t('lastCodeGood')}
      </Alert>
    )
  }
  if (!login.isResumed || !isGood) return null
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p>{t('stillGood')}</p>
    </div>
  )
}
