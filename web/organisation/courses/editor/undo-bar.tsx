import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

const SHOWN_MS = 10_000

/** After something was removed: one press brings it back. `count` changes with each removal. */
export function UndoBar({ count, onUndo }: { count: number; onUndo(): void }) {
  const t = useTranslations('editor')
  const [shown, setShown] = useState(0)
  const isShown = count > shown
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setShown(count), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [count, isShown])
  return (
    <div className="undo-bar" role="status">
      {isShown && (
        <p>
          <span>{t('removed')}</span>
          <button
            className="btn small"
            type="button"
            onClick={() => {
              setShown(count)
              onUndo()
            }}
          >
            {t('undo')}
          </button>
        </p>
      )}
    </div>
  )
}
