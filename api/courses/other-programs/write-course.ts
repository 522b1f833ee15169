import type { Outline } from '../../../contract/organisation/other-programs.ts'
import { type CourseFile, inFolderOrder } from '../files/course-file-list.ts'
import { fileOfText } from '../files/texts.ts'
import type { UnpackedCourse } from '../zip/read-zip.ts'
import { courseTexts, slugOf, type WrittenPage } from './course-texts.ts'
import { firstWords } from './markdown-signs.ts'
import { outlinePage } from './outline.ts'
import type { Sketch, SketchPage } from './sketch.ts'

/** The course folder of a sketch, and its outline. */
export function writtenSketch(
  sketch: Sketch,
  media: readonly CourseFile[],
  courseId: string,
): { folder: UnpackedCourse; outline: Outline } {
  const ids = new Map<string, number>()
  const language = sketch.language ?? 'en'
  const lessons = sketch.lessons.map(({ title, pages }) => ({
    title,
    pages: pages.map(page => ({ page: writtenPage(page, ids), of: page })),
  }))
  const texts = courseTexts(
    courseId,
    { title: sketch.title, language },
    lessons.map(({ title, pages }) => ({ title, pages: pages.map(({ page }) => page) })),
  )
  const files = [...[...texts].map(([name, text]) => fileOfText(name, text)), ...media]
  const outlined = lessons.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ page, of: { was, notes } }) => ({ ...outlinePage(page), was, notes: [...notes] })),
  }))
  return { folder: { files: inFolderOrder(files), texts }, outline: { language, lessons: outlined, left: sketch.left } }
}

function writtenPage({ was: _, notes: __, ...page }: SketchPage, ids: Map<string, number>): WrittenPage {
  const id = freeId(slugOf(firstWords(page.textContent)), ids)
  return { id, ...page }
}

/**
 * An id that no other page of the file has, so that pages can move to another lesson. `ids` has the last number that
 * was appended to each id.
 */
function freeId(slug: string, ids: Map<string, number>): string {
  const stem = slug || `page-${ids.size + 1}`
  let number = ids.get(stem) ?? 0
  let id = stem
  do id = ++number === 1 ? stem : `${stem}-${number}`
  while (ids.has(id))
  ids.set(id, 1).set(stem, number)
  return id
}
