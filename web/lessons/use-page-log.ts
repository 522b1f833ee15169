import { useRef, useState } from 'react'
import { logPage, type PageLog } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import { useShowPageDone } from '../identity/user.ts'
import { dropDraft } from '../outbox/drafts.ts'
import { post } from '../outbox/outbox.ts'
import { forgetMedia } from './use-media-memory.ts'

/** Logs pages and shows them as done, each once it is on disk: from there it reaches the server by itself. */
export function usePageLog(lessonId: string) {
  const showPageDone = useShowPageDone()
  const isAtIt = useRef(false)
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  /** Whether the page is logged now. A second press while the first is at work does nothing. */
  async function log(entry: PageLog): Promise<boolean> {
    if (isAtIt.current) return false
    isAtIt.current = true
    setState('busy')
    try {
      await keep(lessonId, entry)
    } catch {
      setState('failed')
      return false
    } finally {
      isAtIt.current = false
    }
    setState('idle')
    const place = { uid: entry.userId, lessonId, pageId: entry.pageId }
    dropDraft(place)
    forgetMedia(place)
    showPageDone({ lessonId, entry })
    return true
  }

  return { log, isBusy: state === 'busy', hasFailed: state === 'failed' }
}

async function keep(lessonId: string, entry: PageLog): Promise<void> {
  const letter = { uid: entry.userId, kind: 'page-log', lane: lessonId, content: { lessonId, entry } }
  try {
    await post(letter)
  } catch {
    // A browser that keeps nothing on disk can still send it; only when that fails, too, is it not done.
    await call(logPage, { params: { lessonId }, body: entry })
  }
}
