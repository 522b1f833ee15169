import type { ApiError } from '../../../contract/calls/api-error.ts'
import type { Edit } from '../../../contract/organisation/edits.ts'
import { MINUTE } from '../../../contract/time.ts'
import { createStore } from '../../create-store.ts'
import { serverNow } from '../../session.ts'
import { readAsDataUrl } from '../read-as-data-url.ts'
import { type AuthorFile, storedAuthorFiles, storeFile } from './on-device/draft-store.ts'
import { fetchAuthorFile, fetchFilmUrl, sendAuthorFile } from './send-file.ts'

export type AuthorFiles = {
  files: ReadonlyMap<string, AuthorFile>
  /** URLs of files, by digest. Null if a file cannot be loaded now. */
  urls: ReadonlyMap<string, string | null>
  /** The file that is being sent, and its sent share (0 to 1). */
  sending: { digest: string; share: number } | undefined
  /** Why the server refused a file, in the language of its author. */
  refused: ReadonlyMap<string, ApiError>
}

/**
 * The pictures, sounds, films and captions of a draft on this device: those that wait to be sent, and what is shown.
 */
export function openAuthorFiles(uid: string, courseId: string) {
  const store = createStore<AuthorFiles>({ files: new Map(), urls: new Map(), sending: undefined, refused: new Map() })
  const asked = new Set<string>()
  /** Digests of files for which this device had no room. */
  const missing = new Set<string>()
  const set = (news: Partial<AuthorFiles>) => store.set({ ...store.get(), ...news })

  function put(file: AuthorFile): void {
    set({ files: new Map(store.get().files).set(file.digest, file) })
  }

  function show(digest: string, url: string | null): void {
    set({ urls: new Map(store.get().urls).set(digest, url) })
  }

  /** Stores a file on this device. */
  async function storeAsItIs(digest: string): Promise<void> {
    const file = store.get().files.get(digest)
    if (!file) return
    const isStored = await storeFile(uid, courseId, file).then(
      () => true,
      () => false,
    )
    // The file may have been sent meanwhile.
    if (store.get().files.get(digest) !== file) return storeAsItIs(digest)
    if (isStored || !file.blob) missing.delete(digest)
    else missing.add(digest)
  }

  async function showBlob(digest: string, blob: Blob, kind: AuthorFile['kind']): Promise<void> {
    asked.add(digest)
    // The content security policy allows pictures from data URLs, and sounds from blobs.
    show(digest, kind === 'picture' || kind === 'icon' ? await readAsDataUrl(blob) : URL.createObjectURL(blob))
  }

  async function fetchToShow(name: string, digest: string): Promise<void> {
    try {
      if (/\.mp4$/i.test(name)) return await fetchToPlay(digest)
      const blob = await fetchAuthorFile(courseId, digest, name)
      await showBlob(digest, blob, blob.type.startsWith('image/') ? 'picture' : 'sound')
    } catch {
      show(digest, null)
      // So the next time it is shown, it is fetched again.
      asked.delete(digest)
    }
  }

  async function fetchToPlay(digest: string): Promise<void> {
    const { url, expiresAt } = await fetchFilmUrl(courseId, digest)
    show(digest, url)
    setTimeout(
      () => {
        const urls = new Map(store.get().urls)
        urls.delete(digest)
        asked.delete(digest)
        set({ urls })
      },
      expiresAt - serverNow() - MINUTE,
    )
  }

  return {
    get: store.get,
    watch: store.watch,
    /** Shows a file of this device without loading it: the server gives only files that the draft names. */
    showSent: showBlob,

    async load(): Promise<void> {
      const files = await storedAuthorFiles(uid, courseId).catch(() => [])
      set({ files: new Map([...files.map(file => [file.digest, file] as const), ...store.get().files]) })
    },

    /** Stores a file until it is sent. If this device has no room, the file stays in memory while the page is open. */
    async add(file: AuthorFile): Promise<void> {
      const known = store.get().files.get(file.digest)
      if (known?.stored || known?.blob) return
      put(file)
      if (file.blob) await showBlob(file.digest, file.blob, file.kind)
      await storeAsItIs(file.digest)
    },

    /** Tries again to store the files that these edits name and for which there was no room. */
    async storeMissing(edits: readonly Edit[]): Promise<void> {
      for (const digest of edits.map(digestIn)) if (missing.has(digest)) await storeAsItIs(digest)
    },

    /** Whether this device has all files that these edits name and that wait to be sent. */
    areStored: (edits: readonly Edit[]) => !edits.some(edit => missing.has(digestIn(edit))),

    /** Sends the file that an edit names, if it waits. Returns its digest here and the digest that the server has. */
    async send(edit: Edit): Promise<{ brought: string; stored: string } | undefined> {
      const file = store.get().files.get(digestIn(edit))
      if (!file) return undefined
      const { digest } = file
      if (!file.blob || file.kind === 'film') return file.stored && { brought: digest, stored: file.stored.digest }
      set({ sending: { digest, share: 0 } })
      try {
        const stored = await sendAuthorFile(courseId, file.kind, file.blob, share =>
          set({ sending: { digest, share } }),
        )
        const { blob: _, ...sent } = { ...file, stored }
        const url = store.get().urls.get(digest)
        if (url) show(stored.digest, url)
        put(sent)
        await storeAsItIs(digest)
        return { brought: digest, stored: stored.digest }
      } finally {
        set({ sending: undefined })
      }
    },

    /** Whether the file that an edit names has to be sent before the edit. */
    isWaiting(edit: Edit): boolean {
      const file = store.get().files.get(digestIn(edit))
      // After undo, an edit can name the digest of this device, although the server has stored another file.
      return file !== undefined && (file.blob !== undefined || file.stored?.digest !== file.digest)
    },

    refuse(digest: string, error: ApiError): void {
      set({ refused: new Map(store.get().refused).set(digest, error) })
    },

    /** The URL of a file of the draft. Undefined while it loads; null if it cannot be loaded now. */
    urlOf(name: string, digest: string): string | null | undefined {
      const { files, urls } = store.get()
      const url = urls.get(digest)
      if (url || asked.has(digest)) return url
      asked.add(digest)
      const file = files.get(digest)
      if (file?.blob) void showBlob(digest, file.blob, file.kind)
      else void fetchToShow(name, digest)
      return url
    },
  }
}

/** The digest of the file that an edit names. For other edits an empty text, which is no file's digest. */
function digestIn({ change }: Edit): string {
  return change.op === 'file' ? (change.to ?? '') : ''
}
