import { memo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Icon } from '../ui/icon.tsx'
import { AboutCard } from './about-card.tsx'
import type { Shown } from './conversation.ts'
import { linkedText } from './linked-text.ts'
import { MessageIcon } from './message-icon.tsx'
import './messages.css'
import { VoiceNote } from './voice-note.tsx'

type Props = {
  shown: Shown
  onRetry(key: string): void
  /** The name over the conversation, which need not stand at each message. */
  heading?: string
  /** It stands on the page that it is about. */
  isBare?: boolean
}

/** One message: what it is about, its words, its voice, and how far it has come. */
export const Bubble = memo(function Bubble({ shown, onRetry, heading, isBare = false }: Props) {
  const t = useTranslations('messages')
  const { isMine, text, about, voice, state } = shown
  const kind = [isMine && 'mine', state === 'failed' && 'is-failed'].filter(Boolean)
  return (
    <>
      <article className={['bubble', ...kind].join(' ')}>
        <Author shown={shown} isSeen={isBare || isOther(shown, heading)} />
        {about && !isBare && <AboutCard about={about} isMine={isMine} />}
        {voice && <VoiceNote messageId={shown.id} mp3={voice.mp3} />}
        {text !== '' && (
          <p dir="auto">
            <Linked text={text} />
          </p>
        )}
        <Stamp shown={shown} />
      </article>
      {state === 'failed' && (
        <button className="retry" type="button" onClick={() => onRetry(shown.key)}>
          <Icon name="retry" />
          <span>
            {t('sendError')} <u>{t('retry')}</u>
          </span>
        </button>
      )}
    </>
  )
})

function Author({ shown: { isMine, fromName }, isSeen }: { shown: Shown; isSeen: boolean }) {
  const t = useTranslations('messages')
  return <bdi className={isSeen ? 'meta author' : 'hush'}>{fromName ?? (isMine && t('you'))}</bdi>
}

/** Whoever covers for a mentor, or was it before. */
function isOther({ isMine, fromName }: Shown, heading: string | undefined): boolean {
  return fromName !== undefined && (isMine || fromName !== heading)
}

function Linked({ text }: { text: string }) {
  return linkedText(text).map(({ text, href }, at) =>
    href ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change.
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{text}</bdi>
      </a>
    ) : (
      text
    ),
  )
}

function Stamp({ shown: { sentAt, isMine, state } }: { shown: Shown }) {
  const t = useTranslations('messages')
  const format = useFormatter()
  const time = new Date(sentAt)
  return (
    <span className="stamp">
      {isMine && state === 'waiting' && (
        <>
          <Icon name="clock" />
          {t('waiting')}
        </>
      )}
      {isMine && (state === 'sent' || state === 'seen') && (
        <>
          <MessageIcon name={state} />
          <span className="hush">{t(state)}</span>
        </>
      )}
      <time dateTime={time.toISOString()}>{format.dateTime(time, { hour: 'numeric', minute: '2-digit' })}</time>
    </span>
  )
}
