import { type ReactNode, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { languageAfter, languages } from '../../../../contract/languages.ts'
import type { Draft, DraftLesson, DraftPage } from '../../../../contract/organisation/drafts.ts'
import type { DraftMedia } from '../../../editor/draft/draft-media.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { isSavingData, showAsSaving } from '../../../media/data-saver.ts'
import { OnMyPhone } from '../on-phone/on-my-phone.tsx'
import { InLanguage } from '../preview/in-language.tsx'
import { PhoneFrame } from '../preview/phone-frame.tsx'
import { Preview } from '../preview/preview.tsx'
import { Walk, type Walked, WalkedLesson } from '../preview/walk.tsx'

const WIDTHS = [320, 360, 412] as const
const HEIGHT = 660
/** The width in pixels that the pane beside the form has for the preview. */
const PANE_WIDTH = 296
const MARGINS = 16

type Props = {
  draft: Draft
  lesson: DraftLesson
  page: DraftPage
  media: DraftMedia
  /** Whether the preview has the whole screen, as on a phone. */
  isWhole: boolean
  onTurn(pageKey: string): void
}

/** The page as learners see it, at the size of a phone; or the whole lesson, from its first page on. */
export function PreviewPane({ isWhole, ...shown }: Props) {
  const t = useTranslations('editor')
  const format = useFormatter()
  const { language: own } = useLanguage()
  const [language, setLanguage] = useState(own)
  const [width, setWidth] = useState<number>(360)
  const [hasLargeLetters, setHasLargeLetters] = useState(false)
  const [isSaving, setIsSaving] = useSavingPreview()
  const [isOnPhone, setIsOnPhone] = useState(false)
  const [walk, setWalk] = useState<'going' | Walked>()
  // `innerWidth` would include the scrollbar, which takes room on a computer.
  const { clientWidth } = document.documentElement
  const room = isWhole ? Math.min(clientWidth - MARGINS, 412) : PANE_WIDTH
  const scale = Math.min(1, room / width)
  const other = languageAfter(own)
  const { draft, lesson, page, media } = shown
  return (
    <>
      {walk && walk !== 'going' ? (
        <WalkedLesson lesson={lesson} walked={walk} />
      ) : (
        inLanguage(
          <PhoneFrame
            {...{ width, scale, hasLargeLetters }}
            height={isWhole ? Math.max(480, (innerHeight - 260) / scale) : HEIGHT}
          >
            {/* Players ask only once whether to save data. With another key they are new, and ask again. */}
            {walk ? (
              <Walk key={`${isSaving}`} {...{ draft, lesson, media }} onFinish={setWalk} />
            ) : (
              <Preview key={`${isSaving}`} {...shown} />
            )}
          </PhoneFrame>,
        )
      )}
      <div className="row wrap center">
        <button className="btn small" type="button" onClick={() => setWalk('going')} disabled={walk === 'going'}>
          {t(walk && walk !== 'going' ? 'walk.again' : 'walk.start')}
        </button>
        {walk ? (
          <button className="btn second small" type="button" onClick={() => setWalk(undefined)}>
            {t('walk.end')}
          </button>
        ) : (
          <button className="btn second small" type="button" onClick={() => setIsOnPhone(true)}>
            {t('onPhone.open')}
          </button>
        )}
      </div>
      <fieldset className="seg center">
        <legend className="visually-hidden">{t('previewWidth')}</legend>
        {WIDTHS.map(one => (
          <button key={one} type="button" aria-pressed={one === width} onClick={() => setWidth(one)}>
            <bdi>{format.number(one)}</bdi>
          </button>
        ))}
      </fieldset>
      <fieldset className="seg center">
        <legend className="visually-hidden">{t('previewLooks')}</legend>
        <button type="button" aria-pressed={hasLargeLetters} onClick={() => setHasLargeLetters(!hasLargeLetters)}>
          {t('largeLetters')}
        </button>
        <button type="button" aria-pressed={isSaving} onClick={() => setIsSaving(!isSaving)}>
          {t('dataSaver')}
        </button>
        <button
          type="button"
          aria-pressed={language !== own}
          onClick={() => setLanguage(language === own ? other : own)}
        >
          {t('appIn', { language: languages[other].name })}
        </button>
      </fieldset>
      {isOnPhone && (
        <OnMyPhone courseId={draft.courseId} lesson={lesson.key} page={page.key} onClose={() => setIsOnPhone(false)} />
      )}
    </>
  )

  function inLanguage(frame: ReactNode): ReactNode {
    return language === own ? frame : <InLanguage language={language}>{frame}</InLanguage>
  }
}

/** Whether the preview saves data. Everywhere else the choice of the phone counts. */
function useSavingPreview() {
  const [isSaving, setIsSaving] = useState(isSavingData)
  // Set while this component renders, not in an effect: the page inside asks when it renders.
  showAsSaving(isSaving)
  useEffect(() => () => showAsSaving(undefined), [])
  return [isSaving, setIsSaving] as const
}
