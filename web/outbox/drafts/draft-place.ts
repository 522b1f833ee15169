/**
 * Where something unsent belongs: a text, a choice, a recording. Keys in the phone's storage are made of it: if a path
 * changes, people lose what they began.
 */
export type DraftPlace = { uid: string; path: readonly string[] }

export function pagePlace(uid: string, lessonId: string, pageId: string): DraftPlace {
  return { uid, path: [lessonId, pageId] }
}

/** Drafts of a page are separate for each type that the page had. */
export function ofType({ uid, path }: DraftPlace, pageType: string): DraftPlace {
  return { uid, path: [...path, pageType] }
}

/** The sounds and films of a page that were played. No page id contains a space. */
export function mediaPlace(uid: string, lessonId: string, pageId: string): DraftPlace {
  return pagePlace(uid, lessonId, `${pageId} media`)
}

export function lastOpenedPlace(uid: string): DraftPlace {
  return { uid, path: ['home', 'last-opened'] }
}
