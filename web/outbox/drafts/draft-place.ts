import type { Page } from '../../../contract/lessons.ts'

/**
 * The place of something unsent: a text, a choice, a recording. The keys in the phone's storage are made from it, so if
 * a path changes, people lose what they began.
 */
export type DraftPlace = { uid: string; path: readonly string[] }

export function pagePlace(uid: string, lessonId: string, pageId: string): DraftPlace {
  return { uid, path: [lessonId, pageId] }
}

/** Drafts of a page are separate for each type that the page had. */
export function ofType({ uid, path }: DraftPlace, pageType: string): DraftPlace {
  return { uid, path: [...path, pageType] }
}

/** Whether a place was made by `ofType`, or is beside such a place: no other place has more than two parts. */
export function isOfAnswer({ path }: DraftPlace): boolean {
  return path.length > 2
}

/** The sounds and films of a page that were played. No page id contains a space. */
export function mediaPlace(uid: string, lessonId: string, pageId: string): DraftPlace {
  return pagePlace(uid, lessonId, `${pageId} media`)
}

/** The tries on a page with a right answer. A page that got another type asks another question. */
export function picksPlace(uid: string, lessonId: string, { id, type }: Pick<Page, 'id' | 'type'>): DraftPlace {
  return pagePlace(uid, lessonId, `${id} picks ${type}`)
}

export function lastOpenedPlace(uid: string): DraftPlace {
  return { uid, path: ['home', 'last-opened'] }
}
