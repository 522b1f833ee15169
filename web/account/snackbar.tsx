import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { focusHeading } from '../ui/focus-heading.ts'
import { Icon } from '../ui/icon.tsx'

const SHOWN_MS = 5000

type Props = { text: string | undefined; onOver(): void }

/**
 * Shows for five seconds that something was done; longer while keys are pressed. Its element is always there: screen
 * readers announce only what changes inside.
 */
export function Snackbar({ text, onOver }: Props) {
  const t = useTranslations('common')
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (text === undefined) return
    let timer = setTimeout(end, SHOWN_MS)
    // A person who reaches the snackbar's button by keyboard presses a key for each control before it.
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(end, SHOWN_MS)
    }
    addEventListener('keydown', wait)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', wait)
    }
  }, [text])
  return (
    <div role="status">
      {text !== undefined && (
        <div className="snack result">
          <Icon name="check" />
          <span>{text}</span>
          <button
            className="btn quiet small"
            type="button"
            onClick={() => {
              onOver()
              focusHeading()
            }}
          >
            {t('ok')}
          </button>
        </div>
      )}
    </div>
  )
}
