import type { Transaction } from 'kysely'
import type { LessonContent } from '../../../contract/lesson-media.ts'
import type { Page } from '../../../contract/lessons.ts'
import type { Db, Tables } from '../../database/tables.ts'

/** The place of a page at its last import. */
export type KnownPlace = {
  courseId: string
  courseTitle: string
  lessonNumber: number
  lessonTitle: string
  pageNumber: number
}

/** A page as it was last imported. If a page was removed before version 4.4.3, only its ids are known. */
export type KnownPage = { isPublic: boolean; place: KnownPlace | undefined; page: Page | undefined }

type ImportedLesson = { content: LessonContent; isPublic: boolean; courseTitle: string; lessonNumber: number }

/** Stores the pages of a lesson for later imports that remove them. A page that was public stays public. */
export async function saveKnownPages(
  trx: Transaction<Tables>,
  { content: { lesson, pages }, isPublic, courseTitle, lessonNumber }: ImportedLesson,
): Promise<void> {
  const place = { courseId: lesson.courseId, courseTitle, lessonNumber, lessonTitle: lesson.title }
  const rows = pages.map((page, index) => ({
    lesson_id: lesson.id,
    page_id: page.id,
    is_public: Number(isPublic),
    place: JSON.stringify({ ...place, pageNumber: index + 1 }),
    content: JSON.stringify(page),
  }))
  await trx
    .insertInto('known_pages')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['lesson_id', 'page_id']).doUpdateSet(({ ref, case: when }) => ({
        place: ref('excluded.place'),
        content: ref('excluded.content'),
        is_public: when().when('known_pages.is_public', '=', 1).then(1).else(ref('excluded.is_public')).end(),
      })),
    )
    .execute()
}

export async function knownPageOf(db: Db, lessonId: string, pageId: string): Promise<KnownPage | undefined> {
  const row = await db
    .selectFrom('known_pages')
    .selectAll()
    .where('lesson_id', '=', lessonId)
    .where('page_id', '=', pageId)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** All pages that the lesson ever had, by their ids. */
export async function knownPagesOf(db: Db, lessonId: string): Promise<ReadonlyMap<string, KnownPage>> {
  const rows = await db.selectFrom('known_pages').selectAll().where('lesson_id', '=', lessonId).execute()
  return new Map(rows.map(row => [row.page_id, fromRow(row)]))
}

function fromRow({ is_public, place, content }: Tables['known_pages']): KnownPage {
  return {
    isPublic: is_public === 1,
    place: place === null ? undefined : (JSON.parse(place) as KnownPlace),
    page: content === null ? undefined : (JSON.parse(content) as Page),
  }
}
