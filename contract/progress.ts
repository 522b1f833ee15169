import * as v from 'valibot'

/** A text, or a list of texts. Pages that only show something have no answer. */
export const StoredAnswer = v.union([v.string(), v.array(v.string())])
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>

/** Undefined for an empty answer, which must not replace an earlier one. */
export function nonEmptyAnswer(answer: StoredAnswer | null | undefined): StoredAnswer | undefined {
  const text = typeof answer === 'string' ? answer : (answer ?? []).join('')
  return text.trim() === '' ? undefined : (answer ?? undefined)
}

export const LessonStatus = v.picklist(['not-started', 'started', 'complete'])
export type LessonStatus = v.InferOutput<typeof LessonStatus>

/** The progress of one learner in one lesson. `lastCompleted` is a page number from 1, or 0. */
export const LessonData = v.object({
  status: LessonStatus,
  lastCompleted: v.number(),
  totalPages: v.number(),
  answers: v.record(v.string(), StoredAnswer),
})
export type LessonData = v.InferOutput<typeof LessonData>

/** By lesson id. A lesson without an entry is not started. */
export const UserLessonData = v.record(v.string(), LessonData)
export type UserLessonData = v.InferOutput<typeof UserLessonData>

export type PageStep = { pageId: string; pageNumber: number; totalPages: number; answer?: StoredAnswer | undefined }

export const untouchedLesson: LessonData = { status: 'not-started', lastCompleted: 0, totalPages: 0, answers: {} }

/**
 * The lesson data after pages were logged. Server and browser both use this rule.
 * Steps can come in any order and more than once: status and `lastCompleted` end the same.
 */
export function advance(before: LessonData = untouchedLesson, ...steps: PageStep[]): LessonData {
  const after = { ...before, answers: { ...before.answers } }
  for (const { pageId, pageNumber, totalPages, answer: given } of steps) {
    if (pageNumber >= totalPages) after.status = 'complete'
    else if (after.status === 'not-started') after.status = 'started'
    after.lastCompleted = Math.max(after.lastCompleted, pageNumber)
    after.totalPages = totalPages
    const answer = nonEmptyAnswer(given)
    if (answer !== undefined) after.answers[pageId] = answer
  }
  return after
}

export function isPageComplete(data: LessonData | undefined, pageNumber: number): boolean {
  return pageNumber <= (data?.lastCompleted ?? 0)
}

/** The page on which the course screen opens a lesson. */
export function resumePage(data: LessonData | undefined): number {
  if (data?.status !== 'started' || data.lastCompleted === 0) return 1
  return Math.min(data.totalPages, data.lastCompleted + 1)
}

/** 0 to 100. A started lesson counts as half. */
export function coursePercent(lessonIds: readonly string[], data: UserLessonData): number {
  if (lessonIds.length === 0) return 0
  const share = { 'not-started': 0, started: 0.5, complete: 1 } as const
  const sum = lessonIds.reduce((total, id) => total + share[data[id]?.status ?? 'not-started'], 0)
  return Math.round((100 * sum) / lessonIds.length)
}
