import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { ChooseSheet } from './choose-sheet.tsx'
import { KeepingSheet } from './keeping-sheet.tsx'
import { NoRoom } from './no-room.tsx'
import type { Standing } from './standing.ts'

type Props = { course: Course; standing: Standing; hasStorage: boolean; onClose(): void }

/** Keeps a course on this phone: first the choice, then how far it is, or that there is no room. */
export function CourseSheet({ course, standing, hasStorage, onClose }: Props) {
  const t = useTranslations()
  const { state } = standing
  // As long as the sheet is open it says how it ended.
  const [wasComing, setWasComing] = useState(false)
  if (state === 'coming' && !wasComing) setWasComing(true)
  if (!hasStorage || typeof caches === 'undefined') {
    return (
      <Sheet title={t('keep.nowhere')} onClose={onClose}>
        <p>{t('keep.nowhereHint')}</p>
      </Sheet>
    )
  }
  if (state === 'full') {
    return (
      <Sheet title={t('room.title')} onClose={onClose}>
        <NoRoom course={course} standing={standing} onClose={onClose} />
      </Sheet>
    )
  }
  if (state === 'none' || (state === 'ready' && !wasComing)) {
    return (
      <Sheet title={t('keep.title')} onClose={onClose}>
        <ChooseSheet course={course} standing={standing} />
      </Sheet>
    )
  }
  return (
    <Sheet title={t(state === 'ready' ? 'keeping.done' : 'keeping.title')} onClose={onClose}>
      <KeepingSheet course={course} standing={standing} onClose={onClose} />
    </Sheet>
  )
}

function Sheet({ title, onClose, children }: { title: string; onClose(): void; children: ReactNode }) {
  const t = useTranslations('common')
  return (
    <Dialog className="sheet stack" labelledBy="keep-heading" onClose={onClose}>
      <div className="sheet-head">
        <h2 className="grow" id="keep-heading" tabIndex={-1}>
          {title}
        </h2>
        <button className="icon-btn" type="button" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </Dialog>
  )
}
