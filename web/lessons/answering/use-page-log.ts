import { useEffect, useRef, useState } from 'react'
import { type Lesson, logPage, type Page, type PageLog } from '../../../contract/lessons.ts'
import type { KnownPageType } from '../../../contract/pages/index.ts'
import { call } from '../../api.ts'
import { mediaPlace, ofType, pagePlace, picksPlace } from '../../outbox/drafts/draft-place.ts'
import { dropDraft, readDraft } from '../../outbox/drafts/drafts.ts'
import { newPageLogItem, type PageLogContent } from '../../outbox/items/page-log-item.ts'
import { enqueue } from '../../outbox/outbox.ts'
import { showPageDone } from '../../user/user.ts'

/** Enqueues the log of a page. Returns the log as it is to be shown. */
type Enqueue = (page: PageLogContent) => Promise<PageLogContent>

/** Logs a page, and shows it as done when the log is on disk. The outbox sends it. */
export function usePageLog(lesson: Lesson, page: Page, type: KnownPageType) {
  const { id: lessonId, title: lessonTitle } = lesson
  const isLogging = useRef(false)
  const isHere = useIsHere()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  /**
   * Resolves to true if the page is logged and still open, and nothing was changed meanwhile. A second press during the
   * first does nothing.
   */
  async function log(entry: PageLog, enqueueIt: Enqueue = enqueueOrSend): Promise<boolean> {
    if (isLogging.current) return false
    isLogging.current = true
    setState('busy')
    const place = pagePlace(entry.userId, lessonId, entry.pageId)
    const own = ofType(place, page.type)
    // The draft in today's format, so that it can be compared with the answer of the entry.
    const stored = () => String(type.stored(type.draft(readDraft(own) ?? '', page.options ?? {})))
    const before = stored()
    let shown: PageLogContent
    try {
      shown = await enqueueIt({ lessonId, entry, seen: { lessonTitle, page } })
    } catch {
      setState('failed')
      return false
    } finally {
      isLogging.current = false
    }
    setState('idle')
    // A slow phone or network takes a while: a text that was written meanwhile is not sent yet.
    const isNewer = stored() !== before
    dropDraft(place)
    // Another tab may have stored something else.
    if (stored() === String(entry.answer)) dropDraft(own)
    dropDraft(mediaPlace(entry.userId, lessonId, entry.pageId))
    dropDraft(picksPlace(entry.userId, lessonId, page))
    showPageDone(shown)
    return isHere.current && !isNewer
  }

  return { log, isBusy: state === 'busy', hasFailed: state === 'failed', forgetFailure: () => setState('idle') }
}

async function enqueueOrSend(page: PageLogContent): Promise<PageLogContent> {
  const { lessonId, entry } = page
  const item = newPageLogItem(page)
  try {
    await enqueue(item)
  } catch {
    // The phone cannot store it: send it at once. If the phone stores it late after all, the id makes it count once.
    await call(logPage, { params: { lessonId }, body: entry }, { idempotencyKey: item.id })
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
