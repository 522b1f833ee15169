import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { EditIcon } from '../edit-icon.tsx'
import { useReorder } from './use-reorder.ts'
import './ordered-list.css'

type Props = {
  keys: readonly string[]
  nameOf(key: string): string
  label: string
  /** `after`: the key before its new place. */
  onMove(key: string, after: string | null): void
  children(key: string, handle: ReactNode): ReactNode
}

/** Entries with handles. A lifted entry also has buttons that move it, for people who do not drag. */
export function OrderedList({ keys, nameOf, label, onMove, children }: Props) {
  const reorder = useReorder({
    keys,
    nameOf,
    onMove: (key, order) => onMove(key, order[order.indexOf(key) - 1] ?? null),
  })
  return (
    <>
      <ol className="stack ordered" aria-label={label} ref={reorder.list as RefObject<HTMLOListElement>}>
        {reorder.order.map(key => (
          <li key={key} data-entry={key} className={reorder.liftedKey === key ? 'is-lifted' : undefined}>
            {children(
              key,
              <button {...reorder.handle(key)}>
                <EditIcon name="handle" />
              </button>,
            )}
            {reorder.liftedKey === key && (
              <MoveButtons onUp={() => reorder.moveBy(-1)} onDown={() => reorder.moveBy(1)} onDone={reorder.drop} />
            )}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {reorder.said}
      </p>
    </>
  )
}

type ButtonProps = { onUp(): void; onDown(): void; onDone(): void }

export function MoveButtons({ onUp, onDown, onDone }: ButtonProps) {
  const t = useTranslations('editor')
  return (
    <div className="move-buttons">
      <button className="btn second small" type="button" onClick={onUp}>
        <EditIcon name="up" />
        {t('up')}
      </button>
      <button className="btn second small" type="button" onClick={onDown}>
        <EditIcon name="down" />
        {t('down')}
      </button>
      <button className="btn small" type="button" onClick={onDone}>
        {t('here')}
      </button>
    </div>
  )
}
