import type { Page } from '../../../contract/lessons.ts'
import { directionOf } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { KeptAnswer } from './kept-answer.tsx'
import './kept.css'
import { useKept } from './use-kept.ts'

type Props = { lessonId: string; pages: readonly Page[]; page: Page }

/** Above a page: its answers that the server did not take, and those of a page that stood there and is gone. */
export function KeptHere({ lessonId, pages, page }: Props) {
  const { language } = useLanguage()
  const place = pages.indexOf(page) + 1
  const kept = useKept(({ content: { lessonId: its, entry } }) => {
    if (its !== lessonId) return false
    if (pages.some(({ id }) => id === entry.pageId)) return entry.pageId === page.id
    return Math.min(entry.pageNumber, pages.length) === place
  })
  return kept.map(letter => (
    <div key={letter.id} lang={language} dir={directionOf(language)}>
      <KeptAnswer letter={letter} isGone={letter.content.entry.pageId !== page.id} />
    </div>
  ))
}
