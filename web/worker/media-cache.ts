/** Sounds, films and pictures of kept lessons, shared by all people on this phone. */
export const MEDIA_CACHE = 'sbs.media'

/**
 * The key of a file: a URL on this origin, wherever the server has its media. Its name contains a hash of its content.
 */
export function mediaKey(name: string): string {
  return `/media/${name}`
}
