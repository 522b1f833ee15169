import { memo, useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import type { MessageState, ShownMessage } from '../conversation/conversation.ts'
import { MessageIcon } from '../message-icon.tsx'
import { AboutCard } from './about-card.tsx'
import { FoldedText } from './folded-text.tsx'
import '../messages.css'
import { isOffline, onConnectionChange } from '../../offline/connection.ts'
import type { UnsentActs } from '../composer/use-unsent-acts.ts'
import { VoiceNote } from './voice-note.tsx'

type Props = {
  shown: ShownMessage
  acts?: UnsentActs
  /** The name in the heading, which need not be repeated at each message. */
  heading?: string
  /** The message is shown on the page that it is about, so it does not name the page. */
  isBare?: boolean
  /** A search led to it: it is shown completely. */
  isFound?: boolean
}

/** One message: its page, text and voice, and its state. */
export const Bubble = memo(function Bubble({ shown, acts, heading, isBare = false, isFound = false }: Props) {
  const t = useTranslations('messages')
  const { isMine, text, about, voice, isVoiceLost, state } = shown
  const kind = [isMine && 'mine', state === 'failed' && 'is-failed'].filter(Boolean)
  return (
    <>
      <article className={['bubble', ...kind].join(' ')}>
        <Author shown={shown} isSeen={isBare || isOther(shown, heading)} />
        {about && !isBare && <AboutCard about={about} />}
        {voice && !isVoiceLost && <VoiceNote messageId={shown.id} mp3={voice.mp3} />}
        {isVoiceLost && <p className="meta">{t('voiceLost')}</p>}
        {text !== '' && <FoldedText text={text} isWhole={isFound} />}
        <Stamp shown={shown} />
      </article>
      {state === 'failed' && acts && <Failed shown={shown} acts={acts} />}
    </>
  )
})

function Author({ shown: { isMine, fromName }, isSeen }: { shown: ShownMessage; isSeen: boolean }) {
  const t = useTranslations('messages')
  return <bdi className={isSeen ? 'meta author' : 'visually-hidden'}>{fromName ?? (isMine && t('you'))}</bdi>
}

/** Whether the author is a covering mentor or a former one. */
function isOther({ isMine, fromName }: ShownMessage, heading: string | undefined): boolean {
  return fromName !== undefined && (isMine || fromName !== heading)
}

function Stamp({ shown: { sentAt, isMine, state } }: { shown: ShownMessage }) {
  const format = useFormatter()
  const time = new Date(sentAt)
  return (
    <span className={state === 'failed' ? 'stamp not-sent' : 'stamp'}>
      {isMine && <SendState state={state} />}
      <time dateTime={time.toISOString()}>{format.dateTime(time, { hour: 'numeric', minute: '2-digit' })}</time>
    </span>
  )
}

/** The state of a message that the person has sent. */
function SendState({ state }: { state: MessageState }) {
  const t = useTranslations('messages')
  const isAlone = useSyncExternalStore(onConnectionChange, isOffline)
  if (state === 'sent' || state === 'seen')
    return (
      <>
        <MessageIcon name={state} />
        <span className="visually-hidden">{t(state)}</span>
      </>
    )
  if (state === 'failed')
    return (
      <>
        <Icon name="warning" />
        <b>{t('failed')}</b>
      </>
    )
  return (
    <>
      <Icon name="clock" />
      {t(isAlone || state === 'later' ? 'later' : 'waiting')}
    </>
  )
}

/**
 * Actions on a message that could not be sent. A recording cannot go back into the box. If it is lost, the text that
 * was sent with it can.
 */
function Failed({ shown: { key, text, voice, isVoiceLost }, acts }: { shown: ShownMessage; acts: UnsentActs }) {
  const t = useTranslations('messages')
  const { onRetry, onEdit, onDelete } = acts
  const isEditable = isVoiceLost ? text !== '' : !voice
  return (
    <fieldset className="failed-row" aria-label={t('failed')}>
      <span role="alert">{t('sendError')}</span>
      {onRetry && !isVoiceLost && (
        <button className="btn quiet small" type="button" onClick={() => onRetry(key)}>
          {t('retry')}
        </button>
      )}
      {onEdit && isEditable && (
        <button className="btn quiet small" type="button" onClick={() => onEdit(key)}>
          {t('edit')}
        </button>
      )}
      <button className="btn quiet small grave" type="button" onClick={() => onDelete(key)}>
        {t('delete')}
      </button>
    </fieldset>
  )
}
