import { LONGEST_FILM_SECONDS, MOST_FILM_BYTES } from '../../../contract/organisation/media/films.ts'

export type FilmTrouble = 'noFilm' | 'noPicture' | 'tooLarge' | 'tooLong'

/** What can be said before anything is sent. The server looks at it once more. */
export async function checkFilm(file: File): Promise<{ seconds: number } | FilmTrouble> {
  if (file.size > MOST_FILM_BYTES) return 'tooLarge'
  if (!(await beginsLikeFilm(file))) return 'noFilm'
  const seen = await look(file)
  // Many a browser cannot play what a phone records. The server can.
  if (!seen) return { seconds: 0 }
  if (seen.seconds > LONGEST_FILM_SECONDS) return 'tooLong'
  return seen.hasPicture ? { seconds: seen.seconds } : 'noPicture'
}

/** All that an mp4 or mov begins with: the length of its first part, and its name. */
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

/** Of its size, its beginning and its end: enough to know the same file again, and quick for a gigabyte. */
export async function printOf(file: Blob): Promise<string> {
  const ends = new Blob([file.slice(0, PRINT_BYTES), file.slice(-PRINT_BYTES)])
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await ends.arrayBuffer()))
  return `${file.size}-${[...hash].map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
