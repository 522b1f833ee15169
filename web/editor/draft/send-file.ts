import { createClient, pathWith } from '../../../contract/calls/client.ts'
import { mediaType } from '../../../contract/media.ts'
import {
  getAuthorFile,
  type UploadedFile,
  uploadCaptions,
  uploadPicture,
  uploadSound,
} from '../../../contract/organisation/media/author-files.ts'
import { getFilmUrl } from '../../../contract/organisation/media/films.ts'
import { call, freshToken, onUnauthorized } from '../../api.ts'
import { fetchWithToken } from '../../fetch-with-token.ts'
import { fetchUploading } from '../../outbox/senders/upload.ts'
import { languageOrEnglish } from '../language-or-english.ts'
import type { AuthorFile } from './on-device/draft-store.ts'

/** Files that are sent before the edit that names them. Films are not among them: they are sent in pieces. */
export type SentKind = Exclude<AuthorFile['kind'], 'film'>

/**
 * Sends a picture, a sound or captions, and tells how far it is (0 to 1). Throws an ApiError, with the reason in the
 * language of the app.
 */
export async function sendAuthorFile(
  courseId: string,
  kind: SentKind,
  file: Blob,
  onShare: (share: number) => void,
): Promise<UploadedFile> {
  const send = createClient({ fetch: fetchUploading(file, onShare), token: freshToken, onUnauthorized })
  const language = languageOrEnglish(document.documentElement.lang)
  const headers = { 'Content-Type': file.type || 'application/octet-stream' }
  const params = { id: courseId }
  if (kind === 'icon')
    return (await send(uploadPicture, { params, query: { language, use: 'icon' } }, { headers })).data
  const endpoint = { picture: uploadPicture, sound: uploadSound, captions: uploadCaptions }[kind]
  return (await send(endpoint, { params, query: { language } }, { headers })).data
}

export async function fetchAuthorFile(courseId: string, digest: string, name: string): Promise<Blob> {
  const file = await fetchWithToken(pathWith(getAuthorFile.path, { id: courseId, digest }))
  return new Blob([file], { type: mediaType(name) ?? '' })
}

/** A URL at which a film of a draft plays for an hour. It works without a token, because players send none. */
export async function fetchFilmUrl(courseId: string, digest: string): Promise<{ url: string; expiresAt: number }> {
  return (await call(getFilmUrl, { params: { id: courseId, digest } })).data
}
