import { ApiError } from '../../contract/calls/api-error.ts'
import type { Page } from '../../contract/lessons.ts'
import type { Catalogue } from '../courses/catalogue/catalogue.ts'
import { type KnownPlace, knownPageOf } from '../courses/catalogue/known-pages.ts'
import type { Db } from '../database/tables.ts'

/** A page as it is now, or its last version if its lesson no longer has it. */
export type AnsweredPage = {
  /** The present pages of the lesson, in order. Empty if the lesson no longer exists. */
  pages: readonly Page[]
  /** Undefined if only its ids are known. */
  page: Page | undefined
  place: KnownPlace | undefined
  isGone: boolean
  /** Only beta users have ever seen it. */
  isSecret: boolean
}

/** Does not check whether the user may see it. Undefined for a page that was never imported. */
export type AnsweredPageOf = (lessonId: string, pageId: string) => Promise<AnsweredPage | undefined>
/** Throws `not-found` for a page that this person can never have seen. */
export type AnsweredPageFor = (uid: string, lessonId: string, pageId: string) => Promise<AnsweredPage>

export function answeredPages(db: Db, catalogue: Catalogue): AnsweredPageOf {
  return async (lessonId, pageId) => {
    const present = presentPage(catalogue, lessonId, pageId)
    if (present && !present.isSecret) return present
    const known = await knownPageOf(db, lessonId, pageId)
    const isSecret = !known?.isPublic
    if (present) return { ...present, isSecret }
    const pages = catalogue.lessonOf(lessonId)?.pages ?? []
    return known && { pages, page: known.page, place: known.place, isGone: true, isSecret }
  }
}

export function answeredPageFinder(
  db: Db,
  answeredPageOf: AnsweredPageOf,
  isBeta: (uid: string) => Promise<boolean>,
): AnsweredPageFor {
  return async (uid, lessonId, pageId) => {
    const found = await answeredPageOf(lessonId, pageId)
    const mayKnow = found && (!found.isSecret || (await isBeta(uid)) || (await hasAnsweredIn(db, uid, lessonId)))
    if (!mayKnow) throw new ApiError('not-found')
    return found
  }
}

/** A person whose beta has ended may have answers on their phone, and the mentor may reply to their earlier answers. */
async function hasAnsweredIn(db: Db, uid: string, lessonId: string): Promise<boolean> {
  const answers = db.selectFrom('page_answers').where('uid', '=', uid).where('lesson_id', '=', lessonId)
  return (await answers.select('page_id').limit(1).executeTakeFirst()) !== undefined
}

function presentPage(catalogue: Catalogue, lessonId: string, pageId: string): AnsweredPage | undefined {
  const lesson = catalogue.lessonOf(lessonId)
  const page = lesson?.pages.find(({ id }) => id === pageId)
  if (!lesson || !page) return undefined
  const { pages, courseId, courseTitle } = lesson
  const place = {
    courseId,
    courseTitle,
    lessonNumber: lesson.number,
    lessonTitle: lesson.title,
    pageNumber: pages.indexOf(page) + 1,
  }
  return { pages, page, place, isGone: false, isSecret: lesson.isBeta }
}
