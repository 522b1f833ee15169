import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RefusedAnswer, RefusedMessage } from '../../outbox/refused-answers.ts'
import { Icon } from '../../ui/icon.tsx'
import { IsolatedText } from '../list/isolated-text.tsx'
import { copyText, type Dismissed, dismiss, restoreDismissed } from './acts.ts'
import { OwnSound, useAttachedSound } from './own-sound.tsx'
import { isSpoken, placeOf, wordsOf } from './words.ts'

type Outcome = { text: 'copied' | 'sent' | 'failed' } | { text: 'dismissed'; dismissed: Dismissed }

type Props = {
  item: RefusedAnswer | RefusedMessage
  title: string
  lead: ReactNode
  /** Sends the item to the person's mentor; undefined if that is impossible. */
  onSend?: ((mp3: Blob | undefined) => Promise<Outcome>) | undefined
}

/** A refused item: what it is, why it is here, and what can be done with it. */
export function RefusedCard({ item, title, lead, onSend }: Props) {
  const t = useTranslations('refusedAnswers')
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

  async function showOutcome(work: Promise<Outcome>) {
    setOutcome(await work.catch(() => ({ text: 'failed' as const })))
  }

  function outcomeText({ text }: Outcome): string {
    return t(text === 'dismissed' && item.kind === 'message' ? 'messageDismissed' : text)
  }

  const words = wordsOf(item)
  const place = placeOf(item)
  const isSendable = onSend !== undefined && (!isSpoken(item) || mp3 !== undefined)
  return (
    <section className="refused-answer" ref={card} tabIndex={-1} aria-label={title}>
      {!isOver && (
        <>
          <div>
            <h2>{title}</h2>
            <p className="meta">{lead}</p>
          </div>
          <div className="stack tight">
            {place && <small dir="auto">{place}</small>}
            <OwnSound mp3={mp3} />
            {words.map(word => (
              <blockquote dir="auto" key={word}>
                <IsolatedText text={word} />
              </blockquote>
            ))}
          </div>
          <div className="row">
            {words.length > 0 && (
              <button className="btn second small" type="button" onClick={() => void showOutcome(copyText(words))}>
                <Icon name="copy" />
                {t('copy')}
              </button>
            )}
            {isSendable && (
              <button className="btn quiet small" type="button" onClick={() => void showOutcome(onSend(mp3))}>
                {t('send')}
              </button>
            )}
            <button className="btn quiet small" type="button" onClick={() => void showOutcome(dismiss(item))}>
              {t('dismiss')}
            </button>
          </div>
        </>
      )}
      <div className="row" role="status">
        {outcome && <p className="grow">{outcomeText(outcome)}</p>}
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
