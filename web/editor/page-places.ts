import type { Draft } from '../../contract/organisation/drafts.ts'
import { draftValueAt } from './draft/draft-tree.ts'
import type { OpenedDraft } from './draft/open-draft.ts'
import { type MovedPage, movedPages, pathAfter } from './moved-pages.ts'

type Field = readonly string[]

/** Follows the pages of an open draft from lesson to lesson. */
export function pagePlaces({ get, watch }: Pick<OpenedDraft, 'get' | 'watch'>) {
  const moves: MovedPage[] = []
  const draft = () => get().writing?.draft
  let before = draft()
  watch(() => {
    const now = draft()
    if (before && now && now !== before) moves.push(...movedPages(before, now))
    before = now
  })

  return {
    /** The present path of a field, a page or an answer. Undefined if it is gone. */
    now(field: Field): Field | undefined {
      const moved = moves.reduce<Field>((place, move) => pathAfter(place, [move]), field)
      return [field, moved].find(place => isThere(draft(), place))
    },
  }
}

/** The present path of a field whose page was moved in an earlier visit, if only one lesson has such a page. */
export function fieldElsewhere(draft: Draft | undefined, field: Field): Field | undefined {
  const [lessons = '', , ...inLesson] = field
  const places = draft?.lessons.map(({ key }): Field => [lessons, key, ...inLesson]) ?? []
  const [place, ...others] = places.filter(one => isThere(draft, one))
  return others.length === 0 ? place : undefined
}

/**
 * The paths that a field may have had before its page was moved in an earlier visit: one in every other lesson. Empty
 * unless only one lesson has such a page now.
 */
export function fieldsBefore(draft: Draft | undefined, field: Field): readonly Field[] {
  const [lessons = '', own, ...inLesson] = field
  if (!fieldElsewhere(draft, field)) return []
  const others = draft?.lessons.filter(({ key }) => key !== own) ?? []
  return others.map(({ key }) => [lessons, key, ...inLesson])
}

function isThere(draft: Draft | undefined, field: Field): boolean {
  return draft !== undefined && draftValueAt(draft, [...field]) !== undefined
}
