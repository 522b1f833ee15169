import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { wantTexts } from '../i18n/texts.ts'
import { hasDownloads, onHasDownloads } from '../media/has-downloads.ts'
import { knownSettings } from '../settings/settings.ts'
import { Icon } from '../ui/icon.tsx'
import { lazy } from '../ui/lazy.ts'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import type { KeepButton } from './course-download.tsx'

const courseDownload = lazy(async () => {
  const [{ CourseDownload }] = await Promise.all([import('./course-download.tsx'), wantTexts('downloads')])
  return CourseDownload
})
const nothing = lazy(async () => undefined)

type Props = {
  course: Course
  /** The text of the button, if only a single lesson is offered. */
  lesson?: string | undefined
}

/**
 * Offers to keep a course or a lesson on this phone. If nobody keeps any lesson here, the code behind the button is
 * loaded at a press. Meanwhile the button stays the same element, because a finger or the focus may be on it.
 */
export function KeepOffer({ course, lesson }: Props) {
  const t = useTranslations()
  const [press, setPress] = useState<'open' | 'closed' | 'failed'>()
  const [button, setButton] = useState<KeepButton>()
  const isUsed = useSyncExternalStore(onHasDownloads, hasDownloads)
  const Download = useLazyAfter(press || isUsed ? courseDownload : nothing, 0)
  if (knownSettings().offlineOff || course.lessons.length === 0) return null
  const isOpen = press === 'open'
  const isBusy = isOpen && !button

  function open() {
    setPress('open')
    courseDownload.load().catch(() => setPress('failed'))
  }

  return (
    <div className={button ? 'keep stack tight' : 'keep'}>
      {Download && <Download {...{ course, lesson, isOpen }} onClose={() => setPress('closed')} onChange={setButton} />}
      {(!button || button.words) && (
        <button className="btn quiet" type="button" aria-haspopup="dialog" aria-busy={isBusy} onClick={open}>
          {isBusy ? <span className="spin" /> : <Icon name="phone" />}
          {button?.words ?? lesson ?? t('course.keep')}
        </button>
      )}
      {!button && <p role="status">{press === 'failed' && t('offline.title')}</p>}
    </div>
  )
}
