import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Draft, DraftLesson, DraftPage } from '../../../../contract/organisation/drafts.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { OnMyPhone } from '../on-phone/on-my-phone.tsx'
import { PhoneFrame } from '../preview/phone-frame.tsx'
import { Preview } from '../preview/preview.tsx'

const WIDTHS = [320, 360, 412] as const
const HEIGHT = 660
/** The pane beside the form. */
const PANE_WIDTH = 296
const MARGINS = 16

type Props = {
  draft: Draft
  lesson: DraftLesson
  page: DraftPage
  media: DraftMedia
  /** On a phone the preview has the whole screen. */
  isWhole: boolean
  onTurn(pageKey: string): void
}

/** The page as learners see it, at the size of a phone. */
export function PreviewPane({ isWhole, ...shown }: Props) {
  const t = useTranslations('editor')
  const format = useFormatter()
  const [width, setWidth] = useState<number>(360)
  const [hasLargeLetters, setHasLargeLetters] = useState(false)
  const [isOnPhone, setIsOnPhone] = useState(false)
  const room = isWhole ? Math.min(innerWidth - MARGINS, 412) : PANE_WIDTH
  const scale = Math.min(1, room / width)
  return (
    <>
      <PhoneFrame
        {...{ width, scale, hasLargeLetters }}
        height={isWhole ? Math.max(480, (innerHeight - 200) / scale) : HEIGHT}
      >
        <Preview {...shown} />
      </PhoneFrame>
      <fieldset className="seg center">
        <legend className="visually-hidden">{t('previewWidth')}</legend>
        {WIDTHS.map(one => (
          <button key={one} type="button" aria-pressed={one === width} onClick={() => setWidth(one)}>
            <bdi>{format.number(one)}</bdi>
          </button>
        ))}
        <button type="button" aria-pressed={hasLargeLetters} onClick={() => setHasLargeLetters(!hasLargeLetters)}>
          {t('largeLetters')}
        </button>
      </fieldset>
      <button className="btn second small" type="button" onClick={() => setIsOnPhone(true)}>
        {t('onPhone.open')}
      </button>
      {isOnPhone && (
        <OnMyPhone
          courseId={shown.draft.courseId}
          lesson={shown.lesson.key}
          page={shown.page.key}
          onClose={() => setIsOnPhone(false)}
        />
      )}
    </>
  )
}
