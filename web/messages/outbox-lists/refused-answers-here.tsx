import type { Page } from '../../../contract/lessons.ts'
import { directionOf } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { RefusedAnswerCard } from './refused-answer-card.tsx'
import './outbox-lists.css'
import { useRefusedAnswers } from './use-refused.ts'

type Props = { lessonId: string; pages: readonly Page[]; page: Page }

/** Above a page: its refused answers, and those of a removed page that was here. */
export function RefusedAnswersHere({ lessonId, pages, page }: Props) {
  const { language } = useLanguage()
  const place = pages.indexOf(page) + 1
  const answers = useRefusedAnswers(({ content: { lessonId: answeredIn, entry } }) => {
    if (answeredIn !== lessonId) return false
    if (pages.some(({ id }) => id === entry.pageId)) return entry.pageId === page.id
    return Math.min(entry.pageNumber, pages.length) === place
  })
  return answers.map(item => (
    <div key={item.id} lang={language} dir={directionOf(language)}>
      <RefusedAnswerCard item={item} isGone={item.content.entry.pageId !== page.id} />
    </div>
  ))
}
