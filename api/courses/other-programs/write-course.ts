import type { Outline } from '../../../contract/organisation/other-programs.ts'
import { type CourseFile, inFolderOrder } from '../files/course-file-list.ts'
import { fileOfText } from '../files/texts.ts'
import type { Unpacked } from '../zip/read-zip.ts'
import { courseTexts, slugOf, type WrittenPage } from './course-texts.ts'
import { firstWords } from './markdown-signs.ts'
import { outlinePage } from './outline.ts'
import type { Sketch, SketchPage } from './sketch.ts'

/** The course folder of a sketch, and its outline. */
export function writtenSketch(
  sketch: Sketch,
  media: readonly CourseFile[],
  courseId: string,
): { folder: Unpacked; outline: Outline } {
  const ids = new Set<string>()
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

function writtenPage({ was: _, notes: __, ...page }: SketchPage, ids: Set<string>): WrittenPage {
  const id = freeId(slugOf(firstWords(page.textContent)), ids)
  return { id, ...page }
}

/** An id that no other page of the file has, so that pages can move to another lesson. */
function freeId(slug: string, ids: Set<string>): string {
  const stem = slug || `page-${ids.size + 1}`
  let id = stem
  for (let number = 2; ids.has(id); number++) id = `${stem}-${number}`
  ids.add(id)
  return id
}
