import type { PageLogItem } from '../../outbox/items/page-log-item.ts'
import { titleOf } from '../title-of.ts'

/** The answer as it was shown. A spoken answer has no words. Items of earlier versions have only the stored answer. */
export function wordsOf({ content: { entry, recording, seen } }: Pick<PageLogItem, 'content'>): string[] {
  if (recording) return []
  const { answers = [], blanks = [] } = seen?.page.options ?? {}
  const choices = [...answers, ...blanks]
  return [entry.answer ?? []]
    .flat()
    .map(given => choices.find(({ id }) => id === given)?.text ?? given)
    .filter(word => word.trim() !== '')
}

/** The question and its lesson, if they are known. */
export function questionAndLesson({ content: { seen } }: Pick<PageLogItem, 'content'>): string | undefined {
  return seen && [seen.lessonTitle, titleOf(seen.page)].filter(Boolean).join(': ')
}
