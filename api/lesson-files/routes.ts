import { getLessonFile } from '../../contract/lesson-files/lesson-file.ts'
import { HOUR } from '../../contract/time.ts'
import type { Db } from '../database/tables.ts'
import { consumeRead } from '../http/limits.ts'
import { type Route, serve } from '../http/serve.ts'
import type { LessonFor } from '../lessons/lesson-for.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { FileKeys } from './file-keys.ts'
import { mediaHashes } from './media-hashes.ts'
import { lessonSigner } from './sign-lesson.ts'

/** A phone asks for each lesson that it keeps. */
const MAX_AN_HOUR = 200

type Deps = {
  db: Db
  now: () => number
  lessonFor: LessonFor
  limitFactor: number
  lessonFileKeys: FileKeys
  config: { publicUrl: string }
  stores: { media: Storage }
}

export function lessonFileRoutes({ db, now, lessonFor, limitFactor, lessonFileKeys, config, stores }: Deps): Route[] {
  const contentOf = mediaHashes(db, stores.media)
  const sign = lessonSigner({ issuer: config.publicUrl, keys: lessonFileKeys, contentOf })
  return [
    serve(getLessonFile, async ({ user: { uid }, params: { lessonId } }) => {
      await consumeRead(db, { name: 'lessonFile', of: { uid }, max: MAX_AN_HOUR * limitFactor, perMs: HOUR }, now())
      const lesson = await lessonFor(uid, lessonId)
      return { success: true, data: { manifest: await sign(lesson) } }
    }),
  ]
}
