import { LESSON_FILE_HEAD, LESSON_FILE_TYPE, type LessonManifest } from '../../contract/lesson-files/lesson-file.ts'
import { type Films, type LessonContent, mediaOf } from '../../contract/lesson-media.ts'

type Parts = {
  films: Films
  manifest: LessonManifest
  /** The manifest as the server signed it. */
  signed: string
  content: LessonContent
  /** Gets the content of a media file. */
  mediaNamed: (name: string) => Promise<Blob>
}

/** Puts a lesson file together. Media on the phone are not read into memory: the file refers to them. */
export async function writeLessonFile({ films, manifest, signed, content, mediaNamed }: Parts): Promise<Blob> {
  const names = new Set(mediaOf(content, films))
  const media: Blob[] = []
  for (const { name } of manifest.media) if (names.has(name)) media.push(await mediaNamed(name))
  const parts = [LESSON_FILE_HEAD, `${films} ${signed}\n`, JSON.stringify(content), ...media]
  return new Blob(parts, { type: LESSON_FILE_TYPE })
}

/** How large the file will be. */
export function lessonFileBytes({ lesson, media }: LessonManifest, content: LessonContent, films: Films): number {
  const names = new Set(mediaOf(content, films))
  return media.reduce((sum, { name, bytes }) => sum + (names.has(name) ? bytes : 0), lesson.bytes)
}
