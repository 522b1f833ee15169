import { Suspense } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { LearnerAnswer } from '../../contract/inbox/learner.ts'
import { getRecordingUrl } from '../../contract/media.ts'
import { call } from '../api.ts'
import { answerInDigitsOf } from '../i18n/digits.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { SpokenPlayer } from '../messages/list/spoken-player.tsx'
import { useAct } from '../queries/use-act.ts'
import { useInboxChanges } from './inbox-query.ts'

const DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const

type Props = { learnerUid: string; answer: LearnerAnswer; onReply(): void }

/** A learner's answer on one page, with a button to write about it. */
export function AnswerCard({ learnerUid, answer, onReply }: Props) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const format = useFormatter()
  const { review } = useInboxChanges()
  const act = useAct()
  const { courseTitle, lessonTitle, answeredAt } = answer
  const { lessonId, pageId, lessonNumber, pageNumber, pageTitle, words, recording, isToReview, isGone } = answer
  /** The button disappears, so the focus moves to the next answer. */
  async function markReviewed(card: HTMLElement | null) {
    await review({ learnerUid, lessonId, pageId })
    const next = card?.nextElementSibling?.querySelector<HTMLElement>('.row .btn') ?? card?.querySelector('.btn')
    next?.focus()
  }
  return (
    <article className="answer">
      <small className="meta" dir="auto">
        {[courseTitle, lessonTitle].join(t('comma'))}
      </small>
      <small>
        {[
          isGone ? t('gone') : t('place', { lesson: lessonNumber, page: pageNumber }),
          format.dateTime(answeredAt, DAY),
        ].join(t('comma'))}
      </small>
      <b dir="auto">{pageTitle}</b>
      {recording ? (
        <Suspense fallback={<div className="player" />}>
          <SpokenPlayer
            getUrl={async () =>
              (await call(getRecordingUrl, { params: { lessonId, pageId, filename: recording } })).data.url
            }
          />
        </Suspense>
      ) : (
        words.map(word => (
          <p className="answer-text" dir="auto" key={word}>
            {answerInDigitsOf(language, word)}
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
            aria-busy={act.isBusy}
            onClick={({ currentTarget }) => void act.make(() => markReviewed(currentTarget.closest('article')))}
          >
            {t('reviewed')}
          </button>
        )}
      </div>
      {act.error && <p role="alert">{t('error')}</p>}
    </article>
  )
}
