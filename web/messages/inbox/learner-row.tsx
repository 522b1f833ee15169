import { useFormatter, useTranslations } from 'use-intl'
import type { InboxRow } from '../../../contract/inbox.ts'
import { Link } from '../../router/link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PersonAvatar } from '../person-avatar.tsx'
import { PersonName } from '../person-name.tsx'
import type { Unsent } from '../use-unsent.ts'
import { useSince } from './use-since.ts'
import { waitingFor } from './waiting-for.ts'

type Props = { row: InboxRow; isCurrent: boolean; unsent: Unsent | undefined }

/** A learner: how long they wait, their last words, and what of theirs nobody has looked at. */
export function LearnerRow({ row, isCurrent, unsent }: Props) {
  const t = useTranslations('inbox')
  const format = useFormatter()
  const { uid, name, waitingSince, unseenCount, toReview, percent, coveredFor } = row
  const facts = [
    percent !== null && t('done', { percent: format.number(percent / 100, { style: 'percent' }) }),
    toReview > 0 && t('toReview', { count: toReview }),
    coveredFor && t('coveredFor', { name: `\u2068${coveredFor}\u2069` }),
  ]
  return (
    <Link
      className="person"
      to="/messages/$learnerUid"
      params={{ learnerUid: uid }}
      aria-current={isCurrent ? 'true' : undefined}
      ref={isCurrent ? bringIntoSight : undefined}
    >
      <PersonAvatar name={name} />
      <span className="grow">
        <span className="line">
          <b className="called">
            <PersonName name={name} />
          </b>
          {waitingSince === null ? <LastTime row={row} /> : <WaitTag since={waitingSince} />}
        </span>
        <span className="line">
          <span className="last" dir="auto">
            {unsent === 'failed' && <b className="mark-failed">{t('failed')} </b>}
            <Last row={row} />
          </span>
          {unseenCount > 0 && <span className="count">{t('unseen', { count: unseenCount })}</span>}
        </span>
        <span className="facts">{facts.filter(Boolean).join(t('comma'))}</span>
      </span>
    </Link>
  )
}

/** One function for all times: when something else changes, whoever scrolled the list stays where they are. */
function bringIntoSight(row: HTMLElement | null): void {
  row?.scrollIntoView({ block: 'nearest' })
}

function WaitTag({ since }: { since: number }) {
  const t = useTranslations('inbox')
  const { mood } = waitingFor(Date.now() - since)
  const inWords = useSince()
  return (
    <span className={`tag ${mood}`}>
      <Icon name="clock" />
      <span className="hush">{t('waits')}</span> {inWords(since)}
    </span>
  )
}

function LastTime({ row: { last } }: { row: InboxRow }) {
  const format = useFormatter()
  if (!last) return null
  return <span className="tag">{format.relativeTime(last.sentAt, Date.now())}</span>
}

function Last({ row: { last } }: { row: InboxRow }) {
  const t = useTranslations('inbox')
  if (!last) return t('noMessages')
  const said = last.text || t('voice')
  return (
    <>
      {!last.isFromLearner && `${t('you')} `}
      <bdi>{said}</bdi>
    </>
  )
}
