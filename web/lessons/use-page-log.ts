import { useEffect, useRef, useState } from 'react'
import { type Lesson, logPage, type Page, type PageLog } from '../../contract/lessons.ts'
import { call } from '../api.ts'
import { dropDraft } from '../outbox/drafts.ts'
import { post } from '../outbox/outbox.ts'
import { newPageLetter, type PageLogLetter } from '../outbox/page-letter.ts'
import { useShowPageDone } from '../user/user.ts'
import { forgetMedia } from './use-media-memory.ts'

/** Puts a page that was done on its way. Answers what is to be shown of it; rejected, nothing is. */
type Keep = (page: PageLogLetter) => Promise<PageLogLetter>

/** Logs pages and shows them as done, each once it is on disk: from there it reaches the server by itself. */
export function usePageLog(lesson: Lesson, page: Page) {
  const { id: lessonId, title: lessonTitle } = lesson
  const showPageDone = useShowPageDone()
  const isAtIt = useRef(false)
  const isHere = useIsHere()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  /** Whether it is logged now, with the person still on the page. A second press while the first is at work does nothing. */
  async function log(entry: PageLog, keep: Keep = keepOrSend): Promise<boolean> {
    if (isAtIt.current) return false
    isAtIt.current = true
    setState('busy')
    let shown: PageLogLetter
    try {
      shown = await keep({ lessonId, entry, seen: { lessonTitle, page } })
    } catch {
      setState('failed')
      return false
    } finally {
      isAtIt.current = false
    }
    setState('idle')
    const place = { uid: entry.userId, lessonId, pageId: entry.pageId }
    dropDraft(place)
    dropDraft({ ...place, type: page.type })
    forgetMedia(place)
    showPageDone(shown)
    return isHere.current
  }

  return { log, isBusy: state === 'busy', hasFailed: state === 'failed', forgetFailure: () => setState('idle') }
}

async function keepOrSend(page: PageLogLetter): Promise<PageLogLetter> {
  const { lessonId, entry } = page
  const letter = newPageLetter(page)
  try {
    await post(letter)
  } catch {
    // A browser that keeps nothing on disk can still send it; only when that fails, too, is it not done. Should the
    // browser keep it late, it counts once all the same.
    await call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: letter.id })
  }
  return page
}

function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
