import { mediaType } from '../../../../contract/media.ts'
import {
  getSharedFile,
  getSharedFilm,
  type ShownDraft,
} from '../../../../contract/organisation/on-phone/phone-links.ts'
import { callSignedOut } from '../../../api.ts'
import { createStore } from '../../../create-store.ts'
import type { ShownMedia } from '../../../editor/draft/draft-media.ts'
import { readAsDataUrl } from '../../../editor/read-as-data-url.ts'

/** The pictures and sounds of a draft that a link shows. They are in memory only. */
export function openSharedMedia(token: string) {
  const store = createStore<ReadonlyMap<string, string>>(new Map())
  const asked = new Set<string>()
  let files: ShownDraft['files'] = []

  async function load(name: string, digest: string): Promise<void> {
    const body = JSON.stringify({ token, digest })
    const headers = { 'Content-Type': 'application/json' }
    try {
      if (/\.mp4$/i.test(name)) {
        const { url } = (await callSignedOut(getSharedFilm, { body: { token, digest } })).data
        return store.set(new Map(store.get()).set(digest, url))
      }
      const response = await fetch(getSharedFile.path, { method: 'POST', headers, body })
      if (!response.ok) throw new Error('no file')
      const blob = new Blob([await response.blob()], { type: mediaType(name) ?? '' })
      // The content security policy allows pictures from data URLs, and sounds from blobs.
      const url = blob.type.startsWith('image/') ? await readAsDataUrl(blob) : URL.createObjectURL(blob)
      store.set(new Map(store.get()).set(digest, url))
    } catch {
      asked.delete(digest)
    }
  }

  const media: ShownMedia = {
    sourceOf(name) {
      const file = files.find(one => one.name === `media/${name}`)
      if (!file) return undefined
      const url = store.get().get(file.digest)
      if (url === undefined && !asked.has(file.digest)) {
        asked.add(file.digest)
        void load(name, file.digest)
      }
      return url
    },
    sources: store.get,
    watch: store.watch,
  }

  return {
    ...media,
    show: (draft: ShownDraft) => {
      files = draft.files
    },
    close: () => {
      for (const url of store.get().values()) if (url.startsWith('blob:')) URL.revokeObjectURL(url)
      store.set(new Map())
      asked.clear()
    },
  }
}
