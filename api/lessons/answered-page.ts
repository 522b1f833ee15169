import { Refusal } from '../../contract/calls/api-error.ts'
import type { Page } from '../../contract/lessons.ts'
import type { Catalogue } from '../courses/catalogue.ts'
import { type KnownPlace, knownPageOf } from '../courses/known-pages.ts'
import type { Db } from '../database/tables.ts'

/** A page that somebody answers: as it is now or, once it is gone from its lesson, as it was last. */
export type AnsweredPage = {
  /** Pages of the lesson in their present order; empty for a lesson that is gone. */
  pages: readonly Page[]
  /** Undefined where only its ids are known. */
  page: Page | undefined
  place: KnownPlace | undefined
  isGone: boolean
  /** Only beta users ever saw it. */
  isSecret: boolean
}

/** The page, for anybody who asks. Undefined for one that was never imported. */
export type AnsweredPageOf = (lessonId: string, pageId: string) => Promise<AnsweredPage | undefined>
/** The page that this person may have seen. Refuses any other: to them it does not exist. */
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
  answeredPageOf: AnsweredPageOf,
  isBeta: (uid: string) => Promise<boolean>,
): AnsweredPageFor {
  return async (uid, lessonId, pageId) => {
    const found = await answeredPageOf(lessonId, pageId)
    if (!found || (found.isSecret && !(await isBeta(uid)))) throw new Refusal('not-found')
    return found
  }
}

function presentPage(catalogue: Catalogue, lessonId: string, pageId: string): AnsweredPage | undefined {
  const lesson = catalogue.lessonOf(lessonId)
  const page = lesson?.pages.find(({ id }) => id === pageId)
  if (!lesson || !page) return undefined
  const { pages, courseId } = lesson
  const place = {
    courseId,
    courseTitle: catalogue.courses().find(({ id }) => id === courseId)?.title ?? '',
    lessonNumber: lesson.number,
    lessonTitle: lesson.title,
    pageNumber: pages.indexOf(page) + 1,
  }
  return { pages, page, place, isGone: false, isSecret: lesson.isBeta }
}
