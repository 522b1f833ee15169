import { mediaType } from '../../../contract/media.ts'

/** By the extension of its name: no other files are served. */
export function contentType(name: string): string {
  return mediaType(name) ?? 'application/octet-stream'
}
