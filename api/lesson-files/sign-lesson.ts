import { CompactSign } from 'jose'
import { type LessonManifest, SIGNATURE_ALGORITHM, SIGNED_TYPE } from '../../contract/lesson-files/lesson-file.ts'
import { type LessonContent, mediaOf } from '../../contract/lesson-media.ts'
import { mediaType } from '../../contract/media.ts'
import { type CatalogueLesson, versionOf } from '../courses/catalogue/snapshot.ts'
import type { FileKey, FileKeys } from './file-keys.ts'
import { type ContentOf, hashesOf } from './media-hashes.ts'

type Deps = {
  /** The URL of this server. */
  issuer: string
  keys: FileKeys
  contentOf: ContentOf
}

/** Returns the signed manifest. */
export type SignLesson = (lesson: CatalogueLesson) => Promise<string>

/** An unchanged lesson is signed once for each key. */
export function lessonSigner({ issuer, keys, contentOf: mediaContentOf }: Deps): SignLesson {
  const signed = new Map<string, { key: string; manifest: Promise<string> }>()

  return async lesson => {
    const signer = await keys.signer()
    const key = `${signer.id} ${lesson.prepared.hash}`
    const before = signed.get(lesson.id)
    if (before?.key === key) return before.manifest
    const manifest = manifestOf(lesson).then(one => signManifest(one, signer))
    signed.set(lesson.id, { key, manifest })
    manifest.catch(() => signed.delete(lesson.id))
    return manifest
  }

  async function manifestOf({ id, courseId, prepared }: CatalogueLesson): Promise<LessonManifest> {
    const { data } = JSON.parse(prepared.plain.toString()) as { data: LessonContent }
    const names = new Set((['sound', 'small', 'large'] as const).flatMap(films => mediaOf(data, films)))
    const media: LessonManifest['media'] = []
    for (const name of names) {
      const type = mediaType(name)
      const content = type && (await mediaContentOf(name))
      if (content) media.push({ name, type, ...content })
    }
    return {
      issuer,
      courseId,
      lessonId: id,
      changedAt: data.lesson.changedAt ?? 0,
      version: versionOf(prepared),
      lesson: await hashesOf([Buffer.from(JSON.stringify(data))]),
      media,
    }
  }
}

/** A compact JWS (RFC 7515). */
export function signManifest(manifest: LessonManifest, { id, privateKey }: FileKey): Promise<string> {
  return new CompactSign(Buffer.from(JSON.stringify(manifest)))
    .setProtectedHeader({ alg: SIGNATURE_ALGORITHM, typ: SIGNED_TYPE, kid: id })
    .sign(privateKey)
}
