import { type RefObject, useEffect, useRef } from 'react'
import { mediaUrl } from '../../../../contract/media.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { storedName } from '../../../editor/draft/stored-name.ts'
import { knownSettings } from '../../../settings/settings.ts'

const PLACES = 'img[src], audio[src]'

/**
 * Replaces the URLs of pictures and sounds by files of the draft: unpublished files have no URL. The element with this
 * ref says in which document.
 */
export function useShownMedia(draft: Draft, media: ShownMedia): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null)
  const { courseId, files } = draft
  useEffect(() => {
    const page = place.current?.ownerDocument
    if (!page) return
    const names = new Map(
      files.flatMap(({ name }): [string, string][] => {
        const plain = name.replace(/^media\//, '')
        const url = mediaUrl(knownSettings().mediaBase, storedName({ courseId, files }, plain))
        return url ? [[url, plain]] : []
      }),
    )
    const show = () => {
      for (const element of page.body.querySelectorAll(PLACES)) {
        const name = names.get(element.getAttribute('src') ?? '')
        const source = name && media.sourceOf(name)
        if (source && source !== element.getAttribute('src')) element.setAttribute('src', source)
      }
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(page.body, { subtree: true, childList: true, attributeFilter: ['src'] })
    const stop = media.watch(show)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [courseId, files, media])
  return place
}
