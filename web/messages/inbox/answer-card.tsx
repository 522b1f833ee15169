import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { LearnerAnswer } from '../../../contract/inbox.ts'
import { recordingAddress } from '../../../contract/media.ts'
import { call } from '../../api.ts'
import { SpokenPlayer } from '../spoken-player.tsx'
import { useInboxChanges } from './inbox-query.ts'

type Props = { learnerUid: string; answer: LearnerAnswer; onReply(): void }

/** What a learner answered on one page, and the way to say something about it there. */
export function AnswerCard({ learnerUid, answer, onReply }: Props) {
  const t = useTranslations('inbox')
  const { review } = useInboxChanges()
  const { lessonId, pageId, lessonNumber, pageNumber, pageTitle, words, recording, isToReview } = answer
  return (
    <article className="answer">
      <small>{t('place', { lesson: lessonNumber, page: pageNumber })}</small>
      <b dir="auto">{pageTitle}</b>
      {recording ? (
        <Suspense fallback={<div className="player" />}>
          <SpokenPlayer
            address={async () =>
              (await call(recordingAddress, { params: { lessonId, pageId, filename: recording } })).data.url
            }
          />
        </Suspense>
      ) : (
        words.map(word => (
          <p className="said" dir="auto" key={word}>
            {word}
          </p>
        ))
      )}
      <div className="row">
        <button className={`btn small ${isToReview ? 'second' : 'quiet'}`} type="button" onClick={onReply}>
          {t('reply')}
        </button>
        {isToReview && (
          <button
            className="btn quiet small"
            type="button"
            onClick={() => void review({ learnerUid, lessonId, pageId }).catch(() => {})}
          >
            {t('reviewed')}
          </button>
        )}
      </div>
    </article>
  )
}
