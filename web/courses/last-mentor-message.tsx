import { useTranslations } from 'use-intl'
import type { Course } from '../../contract/courses.ts'
import { listMessagesAbout } from '../../contract/messages.ts'
import { decodeText } from '../../contract/text/encoded-text.ts'
import { call } from '../api.ts'
import { isolated } from '../i18n/isolated.ts'
import { queryClient } from '../queries/query-client.ts'
import { useQuery } from '../queries/use-query.ts'
import { useUid } from '../user/user.ts'

/** A longer message is cut, in letters. All of it is in the conversation. */
const LONGEST = 280

/** The mentor's last message about a page of this course. */
export function LastMentorMessage({ course }: { course: Course }) {
  const t = useTranslations('end')
  const word = useLastWord(course)
  if (!word) return null
  return (
    <figure className="word">
      <figcaption className="meta">{t('wordOf', { name: isolated(word.fromName) })}</figcaption>
      <blockquote dir="auto">{word.text}</blockquote>
    </figure>
  )
}

function useLastWord({ id, lessons }: Course) {
  const uid = useUid()
  const { data } = useQuery({
    queryKey: ['word', uid, id],
    queryFn: async () => {
      // The same query that the pages of a lesson use: cached results are not loaded again.
      const about = (lessonId: string) => ({
        queryKey: ['about', uid, lessonId],
        queryFn: async () => (await call(listMessagesAbout, { params: { lessonId } })).data,
        staleTime: Number.POSITIVE_INFINITY,
      })
      const all = (await Promise.all(lessons.map(lesson => queryClient.fetchQuery(about(lesson.id))))).flat()
      const written = all.filter(({ from, content, about }) => from !== uid && content !== '' && about?.courseId === id)
      const last = written.reduce<(typeof all)[number] | undefined>(
        (latest, one) => (latest && latest.sentAt > one.sentAt ? latest : one),
        undefined,
      )
      return last ? { fromName: last.fromName ?? '', text: shortened(decodeText(last.content)) } : null
    },
  })
  return data
}

function shortened(text: string): string {
  const letters = Array.from(text.trim())
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('').trimEnd()}…` : letters.join('')
}
