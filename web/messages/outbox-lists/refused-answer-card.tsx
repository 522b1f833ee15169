import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isAtFault, RECORDING_LOST, type RefusedAnswer } from '../../outbox/refused-answers.ts'
import { Icon } from '../../ui/icon.tsx'
import { useUser } from '../../user/user.ts'
import { IsolatedText } from '../list/isolated-text.tsx'
import { copyText, type Dismissed, dismiss, restoreDismissed, sendToMentor } from './acts.ts'
import { OwnSound, useAttachedSound } from './own-sound.tsx'
import { questionAndLesson, wordsOf } from './words.ts'

type Outcome = { text: 'copied' | 'sent' | 'failed' } | { text: 'dismissed'; dismissed: Dismissed }

type Props = {
  item: RefusedAnswer
  /** Its page is no longer in the lesson. */
  isGone: boolean
}

export function RefusedAnswerCard({ item, isGone }: Props) {
  const t = useTranslations('refusedAnswers')
  const mentor = useUser().data?.user.responderId
  const [outcome, setOutcome] = useState<Outcome>()
  const mp3 = useAttachedSound(item)
  const card = useRef<HTMLElement>(null)
  const isOver = outcome?.text === 'dismissed' || outcome?.text === 'sent'
  const wasOver = useRef(isOver)
  // The pressed button is gone: the focus moves to the next button, or to the text in its place.
  useEffect(() => {
    if (wasOver.current === isOver) return
    wasOver.current = isOver
    const next = card.current?.querySelector('button') ?? card.current
    next?.focus()
  }, [isOver])

  async function tell(work: Promise<Outcome>) {
    setOutcome(await work.catch(() => ({ text: 'failed' as const })))
  }

  const words = wordsOf(item)
  const place = questionAndLesson(item)
  const isSpoken = item.content.recording !== undefined
  const isLost = item.refusedAs === RECORDING_LOST
  const kept = isGone ? t('title') : t('titleOther')
  const title = isLost ? t('titleLost') : kept
  const keptWhy = isGone ? t('lead') : t('leadOther')
  const lead = isLost ? t('leadLost') : keptWhy
  const isSendable = mentor != null && (isSpoken ? mp3 !== undefined && !isAtFault(item.refusedAs) : true)
  return (
    <section className="refused-answer" ref={card} tabIndex={-1} aria-label={title}>
      {!isOver && (
        <>
          <div>
            <h2>{title}</h2>
            <p className="meta">
              {lead} {isLost && !isGone && t('lostHelp')} {!isAtFault(item.refusedAs) && t('retry')}
            </p>
          </div>
          <div className="stack tight">
            {place && <small dir="auto">{place}</small>}
            {isSpoken ? (
              <OwnSound mp3={mp3} />
            ) : (
              words.map(word => (
                <blockquote dir="auto" key={word}>
                  <IsolatedText text={word} />
                </blockquote>
              ))
            )}
          </div>
          <div className="row">
            {!isSpoken && (
              <button className="btn second small" type="button" onClick={() => void tell(copyText(words))}>
                <Icon name="copy" />
                {t('copy')}
              </button>
            )}
            {isSendable && (
              <button
                className="btn quiet small"
                type="button"
                onClick={() => void tell(sendToMentor(item, String(mentor), mp3))}
              >
                {t('send')}
              </button>
            )}
            <button className="btn quiet small" type="button" onClick={() => void tell(dismiss(item))}>
              {t('dismiss')}
            </button>
          </div>
        </>
      )}
      <div className="row" role="status">
        {outcome && <p className="grow">{t(outcome.text)}</p>}
        {outcome?.text === 'dismissed' && (
          <button
            className="btn quiet small"
            type="button"
            onClick={() => void restoreDismissed(outcome.dismissed).then(() => setOutcome(undefined))}
          >
            {t('undo')}
          </button>
        )}
      </div>
    </section>
  )
}
