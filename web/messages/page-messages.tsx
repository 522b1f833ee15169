import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import type { Lesson, Page } from '../../contract/lessons.ts'
import { listMessagesAbout } from '../../contract/messages.ts'
import { call } from '../api.ts'
import { useCourse } from '../courses/courses.ts'
import { directionOf } from '../i18n/language.ts'
import { useLanguage } from '../i18n/language-provider.tsx'
import { useQuery } from '../queries/use-query.ts'
import { Link } from '../router/link.tsx'
import { lazy } from '../ui/lazy.ts'
import { useLazyAfter } from '../ui/use-lazy-after.ts'
import { useUid, useUser } from '../user/user.ts'
import { MessageIcon } from './message-icon.tsx'
import type { PageReplies } from './page-replies.tsx'
import { titleOf } from './title-of.ts'
import './page-messages.css'

type Props = { courseId: string; lesson: Lesson; page: Page; pageNumber: number }

/** The mentor's messages about a page, and a button to ask about it. */
export function PageMessages({ courseId, lesson, page, pageNumber }: Props) {
  const t = useTranslations('messages')
  const { language } = useLanguage()
  const user = useUser().data?.user
  const { course } = useCourse(courseId)
  const replies = useRepliesOn(lesson.id, page.id)
  // A learner without a mentor, and a mentor, have no button.
  if (!user?.responderId || user.mentorId !== null) return null
  const lessonNumber = (course?.lessons.findIndex(({ id }) => id === lesson.id) ?? 0) + 1
  const about = {
    courseId,
    lessonId: lesson.id,
    lessonNumber,
    lessonTitle: lesson.title,
    pageId: page.id,
    pageNumber,
    pageTitle: titleOf(page),
  }
  return (
    <aside className="page-messages stack tight" lang={language} dir={directionOf(language)}>
      {replies.length > 0 && <Replies replies={replies} />}
      <Link className="ask" to="/messages" state={{ about }}>
        <MessageIcon name="ask" />
        {t('askAboutPage')}
      </Link>
    </aside>
  )
}

function useRepliesOn(lessonId: string, pageId: string) {
  const uid = useUid()
  const { data = [] } = useQuery({
    queryKey: ['about', uid, lessonId],
    queryFn: async () => (await call(listMessagesAbout, { params: { lessonId } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data.filter(({ about, from }) => about?.pageId === pageId && from !== uid)
}

const pageReplies = lazy(async () => (await import('./page-replies.tsx')).PageReplies)

/** Most pages have no replies, so the code that shows them is loaded only if there are some. */
function Replies(props: ComponentProps<typeof PageReplies>) {
  const Loaded = useLazyAfter(pageReplies, 0)
  return Loaded ? <Loaded {...props} /> : null
}
