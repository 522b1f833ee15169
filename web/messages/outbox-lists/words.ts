import type { PageLogItem } from '../../outbox/items/page-log-item.ts'
import type { OutboxItem } from '../../outbox/store.ts'
import { titleOf } from '../title-of.ts'

/** The words of an answer as its page showed them, or the text of a message. Empty if the person spoke. */
export function wordsOf(item: OutboxItem): string[] {
  if (item.kind === 'message') return [item.content.text].filter(Boolean)
  const { entry, recording, seen } = item.content
  if (recording) return []
  // Items of earlier versions have only the stored answer.
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

/** The place of an item: the question of an answer, or the page that a message is about. */
export function placeOf(item: OutboxItem): string | undefined {
  return item.kind === 'message' ? item.content.about?.pageTitle : questionAndLesson(item)
}

export function isSpoken(item: OutboxItem): boolean {
  return (item.kind === 'message' ? item.content.voice : item.content.recording) !== undefined
}
