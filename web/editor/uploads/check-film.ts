import { MAX_FILM_BYTES, MAX_FILM_SECONDS } from '../../../contract/organisation/media/films.ts'
import { digestOf } from '../digest-of.ts'

export type FilmProblem = 'noFilm' | 'noPicture' | 'tooLarge' | 'tooLong'

/** `seconds`: 0 if this browser cannot tell. */
export type CheckedFilm = { seconds: number; isPlayable: boolean }

/** Checks a film before anything is sent. The server checks it again. */
export async function checkFilm(file: File): Promise<CheckedFilm | FilmProblem> {
  if (file.size > MAX_FILM_BYTES) return 'tooLarge'
  if (!(await beginsLikeFilm(file))) return 'noFilm'
  const seen = await look(file)
  if (seen && seen.seconds > MAX_FILM_SECONDS) return 'tooLong'
  if (seen?.hasPicture) return { seconds: seen.seconds, isPlayable: true }
  // A browser that cannot decode the picture plays only the sound, as if the film had no picture.
  if (isOnlySound(await tracksOf(file))) return 'noPicture'
  return { seconds: seen?.seconds ?? 0, isPlayable: false }
}

function isOnlySound(tracks: readonly string[]): boolean {
  return tracks.includes('soun') && !tracks.includes('vide')
}

const MAX_INDEX_BYTES = 32_000_000

/** The kinds of the tracks in the index of an mp4 or mov (its part `moov`). Empty if the index was not found. */
export async function tracksOf(file: Blob): Promise<string[]> {
  for (let at = 0; at + 16 <= file.size; ) {
    const head = new DataView(await file.slice(at, at + 16).arrayBuffer())
    const name = String.fromCharCode(...new Uint8Array(head.buffer, 4, 4))
    const short = head.getUint32(0)
    const size = { 0: file.size - at, 1: Number(head.getBigUint64(8)) }[short] ?? short
    if (size < 8) return []
    if (name === 'moov' && size <= MAX_INDEX_BYTES) {
      const index = new TextDecoder('latin1').decode(await file.slice(at, at + size).arrayBuffer())
      return [...index.matchAll(/hdlr.{8}([a-z]{4})/gs)].map(([, kind]) => kind as string)
    }
    at += size
  }
  return []
}

/** An mp4 or mov begins with the length of its first part (4 bytes), then the name of that part, `ftyp`. */
async function beginsLikeFilm(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(4, 8).arrayBuffer())
  return String.fromCharCode(...head) === 'ftyp'
}

const LOOK_MS = 8000

function look(file: Blob): Promise<{ seconds: number; hasPicture: boolean } | undefined> {
  const url = URL.createObjectURL(file)
  const film = document.createElement('video')
  film.preload = 'metadata'
  film.muted = true
  return new Promise<{ seconds: number; hasPicture: boolean } | undefined>(resolve => {
    film.onloadedmetadata = () => {
      const { duration, videoWidth } = film
      resolve(Number.isFinite(duration) ? { seconds: duration, hasPicture: videoWidth > 0 } : undefined)
    }
    film.onerror = () => resolve(undefined)
    setTimeout(() => resolve(undefined), LOOK_MS)
    film.src = url
  }).finally(() => {
    film.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}

const PRINT_BYTES = 65_536

/** A digest of the size, beginning and end of a file: enough to recognise the file, and quick for a gigabyte. */
export async function filmFingerprint(file: Blob): Promise<string> {
  const ends = new Blob([file.slice(0, PRINT_BYTES), file.slice(-PRINT_BYTES)])
  return `${file.size}-${await digestOf(ends)}`
}
