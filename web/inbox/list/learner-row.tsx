import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { FoundMessage, InboxRow } from '../../../contract/inbox/inbox.ts'
import { toDigitsOf } from '../../i18n/digits.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { clockTime } from '../../media/clock-time.ts'
import { IsolatedText } from '../../messages/list/isolated-text.tsx'
import { MessageIcon } from '../../messages/message-icon.tsx'
import { PersonAvatar } from '../../messages/person-avatar.tsx'
import { isPhone, PersonName } from '../../messages/person-name.tsx'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { phoneEnding } from './name-with-digits.ts'
import { useNow } from './use-now.ts'
import { useAgo, useSince } from './use-since.ts'
import type { UnsentMark } from './use-unsent-marks.ts'
import { waitingFor } from './waiting-for.ts'

/** `digits`: the end of the phone number, if another learner has the same name. */
type Props = { row: InboxRow; isCurrent: boolean; unsent: UnsentMark | undefined; digits: string | undefined }

/** A learner: how long they wait, their last message, and how many answers are to be reviewed. */
export function LearnerRow({ row, isCurrent, unsent, digits }: Props) {
  const link = useInSight(isCurrent)
  const t = useTranslations('inbox')
  const format = useFormatter()
  const { uid, name, waitingSince, isOut, unseenCount, toReview, percent, coveredFor, hasKindWord } = row
  const { language } = useLanguage()
  const facts = [
    digits && t('phoneEnd', { digits: phoneEnding(digits, language) }),
    isOut && t('out'),
    percent !== null && t('done', { percent: format.number(percent / 100, { style: 'percent' }) }),
    hasKindWord && t('kindWord.ready'),
    toReview > 0 && t('toReview', { count: toReview }),
    coveredFor && t('coveredFor', { name: isolated(coveredFor) }),
  ]
  return (
    <Link
      className="person"
      ref={link}
      to="/messages/$learnerUid"
      params={{ learnerUid: uid }}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <PersonAvatar name={name} />
      <span className="grow">
        <span className="line">
          <RowName name={name} />
          {waitingSince === null ? <LastTime row={row} /> : <WaitTag since={waitingSince} />}
        </span>
        <span className="line">
          <Preview row={row} unsent={isCurrent && unsent?.kind === 'draft' ? undefined : unsent} />
          {unseenCount > 0 && <Unseen count={unseenCount} />}
        </span>
        <span className="facts">{facts.filter(Boolean).join(t('comma'))}</span>
      </span>
    </Link>
  )
}

/** Shows a name in its own direction, so that a long one is cut at its end. */
export function RowName({ name }: { name: string }) {
  return (
    <span className="name">
      <b className="called" dir={isPhone(name) ? undefined : 'auto'}>
        {isPhone(name) ? <PersonName name={name} /> : name}
      </b>
    </span>
  )
}

/** A conversation that was opened by its URL or a notification may be far down in the list. */
function useInSight(isCurrent: boolean) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Waits until the list has restored its scroll position.
    const frame = requestAnimationFrame(() => isCurrent && link.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isCurrent])
  return link
}

function WaitTag({ since }: { since: number }) {
  const t = useTranslations('inbox')
  const { mood } = waitingFor(useNow() - since)
  const inWords = useSince()
  return (
    <span className={`tag ${mood}`}>
      <Icon name="clock" />
      <span className="visually-hidden">{t('waits')}</span> {inWords(since)}
    </span>
  )
}

/** A screen reader gets words: after a text that ends with a number, it would read a bare count as a part of it. */
function Unseen({ count }: { count: number }) {
  const t = useTranslations()
  return (
    <>
      <span className="count" aria-hidden="true">
        {t('inbox.unseen', { count })}
      </span>
      <span className="visually-hidden">{t('messages.unread', { count })}</span>
    </>
  )
}

function LastTime({ row: { last } }: { row: InboxRow }) {
  const ago = useAgo()
  return last && <span className="tag">{ago(last.sentAt)}</span>
}

/**
 * Two lines of the last message, or of an unsent one. `dir=auto` takes the direction of the text itself: it does not
 * look into a `bdi`, which holds the words before the text.
 */
function Preview({ row: { last }, unsent }: Pick<Props, 'row' | 'unsent'>) {
  const t = useTranslations('inbox')
  if (unsent) {
    return (
      <span className="last" dir="auto">
        <bdi className={`mark-${unsent.kind}`}>
          {unsent.kind === 'failed' ? <Icon name="warning" /> : <MessageIcon name="pen" />} {t(unsent.kind)}
        </bdi>{' '}
        {unsent.text ? <IsolatedText text={unsent.text} /> : <VoiceWords seconds={unsent.voiceSeconds} />}
      </span>
    )
  }
  return (
    <span className="last" dir="auto">
      {last && <By message={last} />}
      {last ? <LastWords last={last} /> : t('noMessages')}
    </span>
  )
}

/** Says that the mentor or a colleague wrote a message; nothing if the learner did. */
export function By({
  message: { isFromLearner, fromName },
}: {
  message: Pick<FoundMessage, 'isFromLearner' | 'fromName'>
}) {
  const t = useTranslations('inbox')
  if (isFromLearner) return null
  // The colon stands outside: with both directions in a line, one inside would be on the far side of the name.
  return (
    <>
      <bdi>{fromName ?? t('you')}</bdi>
      {t('colon')}
    </>
  )
}

function LastWords({ last: { text, voiceSeconds } }: { last: NonNullable<InboxRow['last']> }) {
  return text ? <IsolatedText text={text} /> : <VoiceWords seconds={voiceSeconds} />
}

/** Says that a message is a voice message, and how long it is. */
function VoiceWords({ seconds }: { seconds: number | undefined }) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  return seconds === undefined ? t('voice') : t('voiceOf', { time: toDigitsOf(language, clockTime(seconds)) })
}
