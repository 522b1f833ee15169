import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'

const SHOWN_MS = 5000

type Props = { text: string | undefined; onOver(): void }

/**
 * Shows for five seconds that something was done. Its element is always there: screen readers announce only what
 * changes inside.
 */
export function Snackbar({ text, onOver }: Props) {
  const t = useTranslations('common')
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (text === undefined) return
    const timer = setTimeout(end, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status">
      {text !== undefined && (
        <div className="snack">
          <Icon name="check" />
          <span>{text}</span>
          <button className="btn quiet small" type="button" onClick={onOver}>
            {t('ok')}
          </button>
        </div>
      )}
    </div>
  )
}
