import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LearnerAnswer } from '../../contract/inbox/learner.ts'
import { courseColour } from '../courses/course-colour.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { nameInText } from '../messages/person-name.tsx'
import { PhoneNumber } from '../phone-numbers/phone-number.tsx'
import { spacedPhone } from '../phone-numbers/spaced-phone.ts'
import { useAct } from '../queries/use-act.ts'
import { Icon } from '../ui/icon.tsx'
import { PercentBar } from '../ui/progress.tsx'
import { AnswerCard } from './answer-card.tsx'
import { olderAnswers, useLearner } from './inbox-query.ts'
import { NoteForMe } from './note-for-me.tsx'
import { PartFailed } from './part-failed.tsx'
import { type ReplyTo, replyTo } from './reply-to.ts'

type Props = { learnerUid: string; onClose(): void; onReply(answer: ReplyTo): void }

/** A learner's courses, and their answers, newest first. */
export function LearnerPanel({ learnerUid, onClose, onReply }: Props) {
  const t = useTranslations('inbox')
  const { language } = useLanguage()
  const { data, error, refetch } = useLearner(learnerUid)
  const act = useAct()
  const [older, setOlder] = useState<{ answers: LearnerAnswer[]; hasMore: boolean }>()
  const close = (
    <button className="icon-btn no-wide" type="button" aria-label={t('close')} onClick={onClose}>
      <Icon name="close" />
    </button>
  )
  if (!data) {
    return (
      <aside className="pane side" aria-busy={!error}>
        <div className="stack">
          <div className="row">
            <h1 className="grow" tabIndex={-1}>
              {t('progress')}
            </h1>
            {close}
          </div>
          {error && <PartFailed onRetry={refetch} />}
        </div>
      </aside>
    )
  }
  const answers = [...data.answers, ...(older?.answers ?? [])]
  const hasMore = older?.hasMore ?? data.hasMore
  async function more() {
    const next = await olderAnswers(learnerUid, answers.at(-1)?.answeredAt ?? 0)
    setOlder({ answers: [...(older?.answers ?? []), ...next.answers], hasMore: next.hasMore })
  }
  return (
    <aside className="pane side">
      <div className="stack">
        <div className="row">
          <h1 className="grow" tabIndex={-1}>
            {t('progressOf', { name: nameInText(data.name, language) })}
          </h1>
          {close}
        </div>
        {data.phoneNumber && data.phoneNumber !== data.name && (
          <p className="meta">
            <PhoneNumber phone={spacedPhone(data.phoneNumber)} language={language} />
          </p>
        )}
        {data.note && <NoteForMe note={data.note} />}
        {data.courses.length === 0 && <p>{t('nothingBegun')}</p>}
        {data.courses.map(course => (
          <div className="tone stack tight" key={course.id} style={courseColour(course)}>
            <b dir="auto">{course.title}</b>
            <PercentBar percent={course.percent} label={course.title} />
          </div>
        ))}
        {answers.length > 0 && <h2>{t('answers')}</h2>}
      </div>
      {answers.map(answer => (
        <AnswerCard
          key={`${answer.lessonId} ${answer.pageId}`}
          learnerUid={learnerUid}
          answer={answer}
          onReply={() => onReply(replyTo(answer))}
        />
      ))}
      {hasMore && (
        <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void act.make(more)}>
          {t('moreAnswers')}
        </button>
      )}
      {act.error && <p role="alert">{t('error')}</p>}
    </aside>
  )
}
