import { useTranslations } from 'use-intl'
import { toDigitsOf } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

type Props = {
  /** Epoch ms. */
  resendAt: number
  isBusy: boolean
  onResend(): void
}

/** Asks for another code, once the server would send one. */
export function ResendButton({ resendAt, isBusy, onResend }: Props) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const seconds = useSecondsUntil(resendAt)
  const isWaiting = seconds > 0
  const time = toDigitsOf(language, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)
  return (
    <button
      className="btn second wide"
      type="button"
      disabled={isWaiting}
      aria-busy={isBusy}
      aria-disabled={isBusy}
      onClick={onResend}
    >
      {isBusy ? <span className="spin" /> : !isWaiting && <Icon name="retry" />}
      {isWaiting ? t('resendIn', { time }) : t('resend')}
    </button>
  )
}
