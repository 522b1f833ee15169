import type { ApiError } from '../../../contract/calls/api-error.ts'
import { mediaUrl } from '../../../contract/media.ts'
import type { Draft } from '../../../contract/organisation/drafts.ts'
import type { Change } from '../../../contract/organisation/edits.ts'
import type { DraftPlace } from '../../outbox/drafts/draft-place.ts'
import { knownSettings } from '../../settings/settings.ts'
import { type Lazy, lazyPart } from '../../ui/lazy.ts'
import { filesIn } from '../files-in.ts'
import { fieldElsewhere, fieldsBefore, pagePlaces } from '../page-places.ts'
import type { FilmUploads, SentFilm } from '../uploads/film-uploads.ts'
import { hasFilms } from '../uploads/has-films.ts'
import { draftValueAt } from './draft-tree.ts'
import type { AuthorFile } from './on-device/draft-store.ts'
import type { OpenedDraft } from './open-draft.ts'
import { fetchAuthorFile, sendAuthorFile } from './send-file.ts'
import { storedName } from './stored-name.ts'

/** The pictures and sounds of a draft. Names are those in the course's `media/`. */
export type ShownMedia = {
  /** The URL of a file; undefined: not yet, or never. */
  sourceOf(name: string): string | undefined
  /** Returns another value when a source has changed. */
  sources(): unknown
  /** Calls the listener when a source may have changed. Returns a function that stops it. */
  watch(listener: () => void): () => void
}

/** Files of the open draft, for its author. */
export type DraftMedia = ShownMedia & {
  courseId: string
  /** The films that are on their way. */
  films: Lazy<FilmUploads>
  /** Adds a file to the draft, and returns its name. A file that the draft has already keeps its name. */
  addFile(file: AuthorFile, stem: string, ending: string): Promise<string>
  /** Sets the icon of the course. Undefined removes it. Undo takes back the new icon and the removal in one step. */
  setIcon(icon: { file: AuthorFile; ending: string } | undefined): Promise<void>
  /** The URL of a file by its path in the folder, such as `icon.svg`; undefined: not yet, or never. */
  urlAt(path: string): string | undefined
  /** Sends a file at once, and returns it as the server has it. */
  sendNow(kind: 'picture' | 'icon', file: Blob, onShare: (share: number) => void): Promise<AuthorFile>
  /** The size of a file. `before`: the size of the original, if it was chosen on this device. */
  bytesOf(name: string): { before: number | undefined; now: number } | undefined
  /** Whether a file of this device is `waiting`, or its sent share (0 to 1). Undefined if nothing is left to send. */
  progressOf(name: string): 'waiting' | number | undefined
  /** The text of a file, such as captions. */
  textOf(name: string): Promise<string>
  /**
   * Replaces the captions of a film, as one step. `before` is the file that their author saw. That file is removed if
   * nothing else uses it.
   */
  replaceCaptions(field: readonly string[], names: { before: string; now: string | undefined }): void
  /** Registers a field. Its text is saved before an act that needs the whole draft. */
  addUnsaved: OpenedDraft['addUnsaved']
  /** The place on this device of a sound that is being recorded for a field. */
  placeOf(field: readonly string[]): DraftPlace
  /** The place of a field, and then the places that it had before its page was moved in an earlier visit. */
  placesOf(field: readonly string[]): readonly [DraftPlace, ...DraftPlace[]]
  /** Why the server refused a file. */
  refusalOf(name: string): ApiError | undefined
}

const known = new WeakMap<OpenedDraft, DraftMedia>()

/** Returns the same object for the same draft, so that films are sent once. */
export function mediaOfDraft(opened: OpenedDraft): DraftMedia {
  const media = known.get(opened) ?? newMedia(opened)
  known.set(opened, media)
  return media
}

function newMedia(opened: OpenedDraft): DraftMedia {
  const films = lazyPart(async () => {
    const { openFilmUploads } = await import('../uploads/film-uploads.ts')
    const uploads = openFilmUploads(opened.uid, opened.courseId, takeFilm)
    opened.whenClosed(uploads.close)
    opened.watch(() => uploads.follow(places.now))
    void Promise.all([opened.loaded, uploads.loaded]).then(() => uploads.follow(placeSinceEarlier))
    return uploads
  })
  // Uploads of an earlier visit go on.
  if (hasFilms()) void films.load().catch(() => {})

  const places = pagePlaces(opened)
  const placeSinceEarlier = (field: readonly string[]) =>
    places.now(field) ?? fieldElsewhere(opened.get().writing?.draft, field)

  const files = () => opened.get().writing?.draft.files ?? []
  const fileOf = (name: string) => fileAt(`media/${name}`)
  const fileAt = (path: string) => files().find(file => file.name === path)

  function urlAt(path: string): string | undefined {
    const file = fileAt(path)
    if (!file) return undefined
    const { writing } = opened.get()
    const { files: own, urls } = opened.files.get()
    const isAtServer = writing?.base.files.some(({ digest }) => digest === file.digest)
    // The server gives a file only after the edit that names the file has arrived.
    if (!isAtServer && !urls.get(file.digest) && !own.get(file.digest)?.blob) return undefined
    const url = opened.files.urlOf(file.name, file.digest)
    if (url !== null || !writing) return url ?? undefined
    const { draft } = writing
    // Without a network the browser may still have the published file in its cache.
    return mediaUrl(knownSettings().mediaBase, storedName(draft, path.replace(/^media\//, ''), path))
  }

  /** Called when the server has the whole film. Names the film in the draft and in its page. */
  async function takeFilm({ film, stored, file }: SentFilm): Promise<void> {
    await opened.loaded
    if (file) void opened.files.showSent(stored.digest, file, 'film')
    const { bytes } = stored
    const brought = { digest: stored.digest, kind: 'film' as const, bytesBefore: bytes, bytes, stored }
    const name = await media.addFile(brought, film.name.replace(/\.\w+$/, ''), 'mp4')
    const { draft } = opened.get().writing ?? {}
    const field = (file ? places.now : placeSinceEarlier)(film.field)
    // The page may be gone. The film is then in the list of unused files.
    if (!draft || !field) return opened.reportFilmWithoutPage(name)
    // The page had no film when its author chose this one. If somebody has set another film meanwhile, both are kept.
    const path = [...field, 'avFilename']
    opened.change({ op: 'set', path, from: emptyAt(draft, path), to: name })
  }

  const media: DraftMedia = {
    courseId: opened.courseId,
    films,

    sourceOf: name => urlAt(`media/${name}`),
    urlAt,

    sources: () => opened.files.get().urls,

    watch(listener) {
      const stops = [opened.watch(listener), opened.files.watch(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },

    async addFile(file, stem, ending) {
      const known = opened.files.get().files.get(file.digest) ?? file
      const digests = [file.digest, known.stored?.digest]
      const same = files().find(one => digests.includes(one.digest) && one.name.startsWith('media/'))
      if (same) return same.name.slice('media/'.length)
      // Two authors who have no network must not choose the same name for two files.
      const name = `${plainStem(stem)}-${file.digest.slice(0, 8)}.${ending}`
      await opened.addFile(known.blob || known.stored ? known : file, `media/${name}`)
      return name
    },

    async setIcon(icon) {
      const name = icon && `icon-${icon.file.digest.slice(0, 8)}.${icon.ending}`
      if (icon && name) await opened.addFile(icon.file, name)
      const { draft } = opened.get().writing ?? {}
      const before = draft?.course.icon
      if (before === name) return
      const drop: Change[] =
        typeof before === 'string' && fileAt(before) ? [{ op: 'file', name: before, to: null }] : []
      opened.change({ op: 'set', path: ['course', 'icon'], from: before, to: name }, ...drop)
    },

    async sendNow(kind, file, onShare) {
      const { courseId = '' } = opened.get().writing?.draft ?? {}
      const stored = await sendAuthorFile(courseId, kind, file, onShare)
      // The server stores a cleaned drawing under another digest, and gives it only if the draft names it. Until then
      // the author sees the file of this device.
      if (file.type === 'image/svg+xml') await opened.files.showSent(stored.digest, file, kind)
      return { digest: stored.digest, kind, bytesBefore: file.size, bytes: stored.bytes, stored }
    },

    bytesOf(name) {
      const file = fileOf(name)
      if (!file) return undefined
      const brought = [...opened.files.get().files.values()]
      const own = brought.find(one => one.digest === file.digest || one.stored?.digest === file.digest)
      return { before: own?.bytesBefore, now: file.bytes || (own?.stored?.bytes ?? own?.bytes ?? 0) }
    },

    progressOf(name) {
      const { files: brought, sending } = opened.files.get()
      const digest = fileOf(name)?.digest
      if (!digest || !brought.get(digest)?.blob) return undefined
      return sending?.digest === digest ? sending.share : 'waiting'
    },

    async textOf(name) {
      const file = fileOf(name)
      const own = opened.files.get().files.get(file?.digest ?? '')?.blob
      const blob = own ?? (await fetchAuthorFile(opened.courseId, file?.digest ?? '', name))
      return blob.text()
    },

    replaceCaptions(field, { before, now }) {
      const { draft } = opened.get().writing ?? {}
      const place = places.now(field)
      if (!draft || !place) return
      const path = [...place, 'captions']
      const isOnlyHere = filesIn(draft.lessons).filter(name => name === before).length <= 1
      const drop: Change[] = before && isOnlyHere ? [{ op: 'file', name: `media/${before}`, to: null }] : []
      opened.change({ op: 'set', path, from: before || emptyAt(draft, path), to: now }, ...drop)
    },

    addUnsaved: opened.addUnsaved,

    placeOf: field => ({
      uid: opened.uid,
      path: ['course', opened.get().writing?.draft.courseId ?? '', ...field],
    }),

    placesOf: field => [media.placeOf(field), ...fieldsBefore(opened.get().writing?.draft, field).map(media.placeOf)],

    refusalOf(name) {
      const refused = [...opened.files.get().refused]
      return refused.find(([digest]) => name.includes(`-${digest.slice(0, 8)}.`))?.[1]
    },
  }
  return media
}

/** The value of an empty field in the draft: some files have an empty text, others do not name the field. */
function emptyAt(draft: Draft, path: readonly string[]): '' | undefined {
  return draftValueAt(draft, path as string[]) === '' ? '' : undefined
}

function plainStem(stem: string): string {
  const plain = stem
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain.slice(0, 40).toLowerCase() || 'file'
}
