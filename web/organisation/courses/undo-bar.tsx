import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { focusHeading } from '../../ui/focus-heading.ts'
import './undo-bar.css'

const SHOWN_MS = 10_000

type Props = { text: string; count: number; onUndo(): void }

/** Offers to undo after something was removed or moved. `count` grows with each such act. */
export function UndoBar({ text, count, onUndo }: Props) {
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
          <span>{text}</span>
          <button
            className="btn small"
            type="button"
            onClick={() => {
              setShown(count)
              // The pressed button disappears, so the heading gets the focus.
              focusHeading()
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
