import type { Page, PageLog } from '../../contract/lessons.ts'
import type { OutboxItem } from './store.ts'

/** A page that was done: what the log call takes. */
export type PageLogContent = {
  lessonId: string
  entry: PageLog
  /** What the learner saw, to be read where the server cannot take the answer. Missing in what earlier versions wrote. */
  seen?: { lessonTitle: string; page: Page }
  /** Its answer is the attachment recording; the name in it is a guess until that is saved. */
  recording?: {
    /** Epoch ms, by the server's clock. */
    recordedAt: number
    isSaved?: boolean
  }
}

export function newPageLogItem(content: PageLogContent): OutboxItem {
  const { lessonId, entry } = content
  const about = aboutPage(lessonId, entry.pageId)
  const when = { id: crypto.randomUUID(), writtenAt: Date.now(), tries: 0 }
  return { ...when, uid: entry.userId, kind: 'page-log', lane: lessonId, about, content }
}

export function aboutPage(lessonId: string, pageId: string): string {
  return JSON.stringify([lessonId, pageId])
}
