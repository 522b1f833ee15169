import type { Draft, DraftLesson } from '../../contract/organisation/drafts.ts'
import type { Change, DraftPath } from '../../contract/organisation/edits.ts'

export type MovedPage = { from: DraftPath; to: DraftPath }

/** The pages that are in another lesson than before. */
export function movedPages(before: Draft, after: Draft): readonly MovedPage[] {
  // Most changes leave all pages where they are. This must be fast, because each key press makes a change.
  if (after.lessons.every((lesson, index) => hasSamePages(lesson, before.lessons[index]))) return []
  const old = pagesByLesson(before)
  const now = pagesByLesson(after)
  return [...old].flatMap(([lesson, pages]) => {
    const pagesNow = now.get(lesson)
    return [...pages].flatMap((page): MovedPage[] => {
      if (pagesNow?.has(page)) return []
      // A page that was in its lesson before has the same id by chance, and was not moved.
      const [to, ...others] = [...now].flatMap(([key, of]) => (of.has(page) && !old.get(key)?.has(page) ? key : []))
      return to === undefined || others.length > 0 ? [] : [{ from: pathOf(lesson, page), to: pathOf(to, page) }]
    })
  })
}

function hasSamePages({ key, pages }: DraftLesson, before: DraftLesson | undefined): boolean {
  if (before?.key !== key || before.pages.length !== pages.length) return false
  return before.pages === pages || pages.every((page, index) => page.key === before.pages[index]?.key)
}

/** The new path of something in a moved page. Other paths stay the same. */
export function pathAfter<Path extends readonly string[]>(path: Path, moved: readonly MovedPage[]): Path | DraftPath {
  const page = moved.find(({ from }) => from.every((key, index) => path[index] === key))
  return page ? [...page.to, ...path.slice(page.from.length)] : path
}

export function changeAfterMove(change: Change, moved: readonly MovedPage[]): Change {
  return 'path' in change ? { ...change, path: pathAfter(change.path, moved) } : change
}

function pathOf(lesson: string, page: string): DraftPath {
  return ['lessons', lesson, 'pages', page]
}

function pagesByLesson({ lessons }: Draft): Map<string, Set<string>> {
  return new Map(lessons.map(({ key, pages }) => [key, new Set(pages.map(page => page.key))]))
}
