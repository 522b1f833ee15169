import { type MouseEvent, type ReactNode, type Ref, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Language } from '../../contract/languages.ts'
import { Icon } from '../ui/icon.tsx'
import type { BlockedReason } from './answering/page-state.ts'
import type { Feedback, PageScreen } from './page-screen.ts'

/** A higher bar leaves too little of the page to read. */
const SHARE_OF_SCREEN = 0.4
/** A bar with words for the gaps of the page may be higher: below the page, nobody would see the words. */
const SHARE_WITH_WORDS = 0.5

type Props = {
  language: Language
  blockedBy: BlockedReason | undefined
  feedback: Feedback | undefined
  feedbackText: PageScreen<unknown>['feedbackText']
  /** The page could neither be stored nor sent. */
  hasFailed: boolean
  isBusy: boolean
  label: ReactNode
  /** Names the page: first-words.ts shows the same button before React is here, and it may have been pressed. */
  buttonId: string
  onMain(event: MouseEvent): void
  onBack: (() => void) | undefined
  onForward: (() => void) | undefined
  /** An element where a page type puts controls that the thumb must reach. */
  slot: Ref<HTMLDivElement>
}

/** The arrows, the main button, and above them the reason that blocks it or the feedback. */
export function BottomBar(props: Props) {
  const { language, blockedBy, feedback, feedbackText, hasFailed, isBusy, label, buttonId, slot } = props
  const t = useTranslations('lesson')
  const bar = useRef<HTMLElement>(null)
  const isTooHigh = useTooHigh(bar, feedback)
  const mood = feedback?.isRight ? ' done' : ' try'
  return (
    <footer className={`bottom-bar${feedback ? mood : ''}${isTooHigh ? ' is-too-high' : ''}`} ref={bar}>
      <div role="status">
        {feedback && <FeedbackNote {...{ feedback, feedbackText, language }} />}
        {blockedBy && (feedback?.isRight ?? true) && <p className="hint">{t(`missing.${blockedBy}`)}</p>}
      </div>
      {hasFailed && (
        <p className="hint" role="alert">
          <Icon name="warning" />
          {t('notSaved')}
        </p>
      )}
      <div ref={slot} />
      <div className="bottom-bar-row">
        <Arrow icon="back" label={t('previousPage')} onClick={props.onBack} />
        <button
          className={feedback?.isRight ? 'btn good' : 'btn'}
          type="button"
          id={buttonId}
          disabled={blockedBy !== undefined}
          aria-busy={isBusy}
          onClick={props.onMain}
        >
          {label}
        </button>
        <Arrow icon="forward" label={t('nextPage')} onClick={props.onForward} />
      </div>
    </footer>
  )
}

/** Whether the bar is too high to stay at the edge of the screen. Then the page scrolls to feedback that appears. */
function useTooHigh(bar: RefObject<HTMLElement | null>, feedback: Feedback | undefined): boolean {
  const [isTooHigh, setIsTooHigh] = useState(false)
  useEffect(() => {
    const footer = bar.current
    if (!footer) return
    // A preview is in a frame, with a window of its own.
    const page = footer.ownerDocument.documentElement
    const measure = () => {
      const share = footer.querySelector('.bank') ? SHARE_WITH_WORDS : SHARE_OF_SCREEN
      setIsTooHigh(footer.offsetHeight > page.clientHeight * share)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(footer)
    addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [bar])
  const hasFeedback = feedback !== undefined
  useEffect(() => {
    if (isTooHigh && hasFeedback) bar.current?.scrollIntoView({ block: 'nearest' })
  }, [bar, isTooHigh, hasFeedback])
  return isTooHigh
}

type NoteProps = Pick<Props, 'feedbackText' | 'language'> & { feedback: Feedback }

function FeedbackNote({ feedback, feedbackText, language }: NoteProps) {
  const t = useTranslations('lesson')
  const { isRight, hint } = feedback
  const own = feedbackText?.(t, feedback)
  return (
    <div className="feedback">
      <Icon name={isRight ? 'check' : 'retry'} />
      <p>
        <b>{own?.title ?? t(isRight ? 'right' : 'wrong')}</b>
        {hint ? <bdi lang={language}>{hint}</bdi> : !isRight && !own && t('tryAnother')}
        {own && ` ${own.advice}`}
      </p>
    </div>
  )
}

type ArrowProps = { icon: 'back' | 'forward'; label: string; onClick: (() => void) | undefined }

function Arrow({ icon, label, onClick }: ArrowProps) {
  return (
    <button className="icon-btn" type="button" aria-label={label} disabled={!onClick} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
