import { type RefObject, useEffect, useRef } from 'react'
import { filmFile } from '../../../../contract/films.ts'
import { mediaUrl } from '../../../../contract/media.ts'
import type { Draft } from '../../../../contract/organisation/drafts.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { storedName } from '../../../editor/draft/stored-name.ts'
import { knownSettings } from '../../../settings/settings.ts'

const PLACES = 'img[src], audio[src], source[src], track[src]'

/**
 * Replaces the URLs of pictures, sounds, films and captions by files of the draft: unpublished files have no URL. An
 * element with the returned ref must be in the document that shows them.
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
        const stored = storedName({ courseId, files }, plain)
        const isFilm = /\.mp4$/i.test(plain)
        const url = mediaUrl(knownSettings().mediaBase, isFilm ? filmFile(stored, 'orig.mp4') : stored)
        return url ? [[url, plain]] : []
      }),
    )
    const show = () => {
      for (const element of page.body.querySelectorAll(PLACES)) {
        const name = names.get(element.getAttribute('src') ?? '')
        const source = name && media.sourceOf(name)
        if (!source || source === element.getAttribute('src')) continue
        element.setAttribute('src', source)
        // The film has already chosen one of its sources, so it has to choose again.
        if (element.matches('source')) element.closest('video')?.load()
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
