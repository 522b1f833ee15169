import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { type FilmVersion, filmFile } from '../../../../contract/films.ts'
import type { DraftCosts } from '../../../../contract/organisation/media/author-files.ts'
import { DraftCourse } from '../../../courses/drafts/draft-course.ts'
import type { WrittenCourse } from '../../../courses/drafts/draft-store.ts'
import { isFilmName } from '../../../courses/files/course-file-list.ts'
import type { Originals } from '../../../courses/files/originals.ts'
import { bytesOfSize } from '../../../courses/films/making/film-sizes.ts'
import { bytesOfMedia } from '../../../courses/stored-media.ts'
import type { Publisher } from '../../../media/publish.ts'

/** The bytes that a learner loads of a draft: films in the sizes that are made, and the text of one lesson. */
export async function draftCosts(
  { courseId, files, texts }: WrittenCourse,
  lessonKey: string | undefined,
  { originals, publisher }: { originals: Originals; publisher: Publisher | undefined },
): Promise<DraftCosts> {
  const place = { mediaDir: originals.mediaDir, publisher }
  const films = files.filter(({ name }) => isFilmName(name))
  return {
    films: await Promise.all(
      films.map(async ({ name, digest, bytes }) => {
        const wireName = `${courseId}.${name.slice('media/'.length, -'.mp4'.length)}-${digest.slice(0, 8)}.mp4`
        const bytesOf = async (version: FilmVersion) =>
          (await bytesOfMedia(filmFile(wireName, version), place)) ?? (await bytesOfSize(originals, digest, version))
        const poster = (await bytesOf('poster.jpg')) ?? 0
        // Until its sizes are made, learners would load the original film.
        const cost = async (version: FilmVersion) => poster + ((await bytesOf(version)) ?? bytes)
        return { name, usual: await cost('480.mp4'), saving: await cost('320.mp4') }
      }),
    ),
    text: lessonKey === undefined ? 0 : await textBytes(texts, lessonKey),
  }
}

async function textBytes(texts: WrittenCourse['texts'], lessonKey: string): Promise<number> {
  const lesson = new DraftCourse(texts).lessons.find(({ key }) => key === lessonKey)
  return lesson ? (await promisify(brotliCompress)(JSON.stringify([lesson.fields, lesson.pages]))).length : 0
}
