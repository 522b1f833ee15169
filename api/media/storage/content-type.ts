import { mediaType } from '../../../contract/media.ts'

/** The media type of a file, by the ending of its name. Files with unknown endings are not served. */
export function contentType(name: string): string {
  return mediaType(name) ?? 'application/octet-stream'
}
