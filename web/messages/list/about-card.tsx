import { useTranslations } from 'use-intl'
import { pageTarget } from '../../courses/page-target.ts'
import { answerInDigitsOf } from '../../i18n/digits.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { Link } from '../../router/link.tsx'
import { useUser } from '../../user/user.ts'
import type { ShownMessage } from '../conversation/conversation.ts'

type Props = { about: NonNullable<ShownMessage['about']> }

/** The page that a message is about, with the learner's answer; it links to the page. */
export function AboutCard({ about }: Props) {
  const t = useTranslations('messages')
  const { language } = useLanguage()
  // The learner answered, even if the mentor wrote the message.
  const isLearner = useUser().data?.user.mentorId == null
  const { courseId, lessonId, pageNumber, lessonNumber, pageTitle, answer, recording } = about
  return (
    <Link className="about" {...pageTarget(courseId, lessonId, pageNumber)}>
      <small>{t('aboutPage', { lesson: lessonNumber, page: pageNumber })}</small>
      <b dir="auto">{pageTitle}</b>
      {answer && (
        <span className="meta" dir="auto">
          {answerInDigitsOf(language, answer)}
        </span>
      )}
      {recording && <span className="meta">{t(isLearner ? 'spokenAnswer' : 'spokenAnswerOfLearner')}</span>}
    </Link>
  )
}
