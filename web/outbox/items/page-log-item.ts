import type { Page, PageLog } from '../../../contract/lessons.ts'
import type { ItemBase } from './item-base.ts'

export type PageLogItem = ItemBase & { kind: 'page-log'; content: PageLogContent }

/** A finished page. */
export type PageLogContent = {
  lessonId: string
  entry: PageLog
  /** The page as the learner saw it, to show a refused answer. Earlier versions did not store it. */
  seen?: { lessonTitle: string; page: Page }
  /** The answer is the attachment; the file name in `entry` is a guess until it is uploaded. */
  recording?: {
    /** Epoch ms, by the server's clock. */
    recordedAt: number
    isSaved?: boolean
  }
}

export function newPageLogItem(content: PageLogContent): PageLogItem {
  const { lessonId, entry } = content
  const about = aboutPage(lessonId, entry.pageId)
  const fresh = { id: crypto.randomUUID(), writtenAt: entry.answeredAt ?? Date.now(), tries: 0 }
  return { ...fresh, uid: entry.userId, kind: 'page-log', lane: lessonId, about, content }
}

export function aboutPage(lessonId: string, pageId: string): string {
  return JSON.stringify([lessonId, pageId])
}
