import type { Language } from '../../../../../contract/languages.ts'
import type { Corrected, Outline, OutlinePage } from '../../../../../contract/organisation/other-programs.ts'

/** A page with the choices of its author. */
export type WantedPage = { page: OutlinePage; isTaken: boolean; type: string; right: readonly string[] }
export type WantedLesson = { key: string; title: string; pages: readonly WantedPage[] }
export type WantedCourse = { title: string; language: Language; lessons: readonly WantedLesson[] }

/** How the answers of a page are shown, for the type that it will have. */
export function wantedAnswers({ page: { types }, type }: WantedPage): OutlinePage['types'][number]['answers'] {
  return types.find(one => one.type === type)?.answers ?? 'none'
}

/** The pages as they were found, before any choice. */
export function wantedOf(title: string, { language, lessons }: Outline): WantedCourse {
  const pages = (all: readonly OutlinePage[]) =>
    all.map(page => ({
      page,
      isTaken: true,
      type: page.type,
      right: page.answers.flatMap(({ id, isRight }) => (isRight ? [id] : [])),
    }))
  return {
    title,
    language,
    lessons: lessons.map((lesson, index) => ({
      key: String(index),
      title: lesson.title,
      pages: pages(lesson.pages),
    })),
  }
}

/**
 * The corrections to send. Lessons without a page are left out; undefined if nothing is wanted or a title is missing.
 */
export function correctedOf({ title, language, lessons }: WantedCourse): Corrected | undefined {
  const taken = lessons.flatMap(lesson => {
    const pages = lesson.pages.filter(({ isTaken }) => isTaken)
    const sent = pages.map(({ page: { id }, type, right }) => ({ id, type, right: [...right] }))
    return sent.length > 0 ? [{ title: lesson.title.trim(), pages: sent }] : []
  })
  const isWhole = title.trim() !== '' && taken.length > 0 && taken.every(lesson => lesson.title !== '')
  return isWhole ? { title: title.trim(), language, lessons: taken } : undefined
}

export function withWantedPage(lesson: WantedLesson, id: string, change: Partial<WantedPage>): WantedLesson {
  const pages = lesson.pages.map(one => (one.page.id === id ? { ...one, ...change } : one))
  return { ...lesson, pages }
}

/** Begins a new lesson at a page, and names it after the page. */
export function splitAt(lessons: readonly WantedLesson[], at: number, id: string): WantedLesson[] {
  return lessons.flatMap((lesson, index) => {
    const place = lesson.pages.findIndex(({ page }) => page.id === id)
    if (index !== at || place < 1) return [lesson]
    const title = lesson.pages[place]?.page.title.slice(0, 200) ?? ''
    const [before, after] = [lesson.pages.slice(0, place), lesson.pages.slice(place)]
    return [
      { ...lesson, pages: before },
      { key: `${lesson.key} ${id}`, title, pages: after },
    ]
  })
}

/** Moves the pages of a lesson to the end of the lesson before it. */
export function joined(lessons: readonly WantedLesson[], at: number): WantedLesson[] {
  return lessons.flatMap((lesson, index) => {
    if (index === at) return []
    const next = index === at - 1 ? (lessons[at]?.pages ?? []) : []
    return [{ ...lesson, pages: [...lesson.pages, ...next] }]
  })
}
