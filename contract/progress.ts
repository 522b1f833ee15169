import * as v from 'valibot'

/** What a person gave on a page: a text, or a list of texts. Pages that only show something have none. */
export const StoredAnswer = v.union([v.string(), v.array(v.string())])
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>

/** The answer, or undefined where nothing was written or chosen: that takes no earlier answer away. */
export function answerIn(answer: StoredAnswer | null | undefined): StoredAnswer | undefined {
  return [answer ?? ''].flat().join('').trim() === '' ? undefined : (answer ?? undefined)
}

export const LessonStatus = v.picklist(['not-started', 'started', 'complete'])
export type LessonStatus = v.InferOutput<typeof LessonStatus>

/** One learner's way through one lesson. `lastCompleted` is a page number, counted from 1; 0 before the first. */
export const LessonData = v.object({
  status: LessonStatus,
  lastCompleted: v.number(),
  totalPages: v.number(),
  answers: v.record(v.string(), StoredAnswer),
})
export type LessonData = v.InferOutput<typeof LessonData>

/** Lesson data of one learner by lesson id. A lesson without an entry is not started. */
export const UserLessonData = v.record(v.string(), LessonData)
export type UserLessonData = v.InferOutput<typeof UserLessonData>

export type Step = { pageId: string; pageNumber: number; totalPages: number; answer?: StoredAnswer | undefined }

export const untouched: LessonData = { status: 'not-started', lastCompleted: 0, totalPages: 0, answers: {} }

/**
 * The lesson data after a page was logged: the one rule for server and browser.
 * In whatever order and however often steps come, status and `lastCompleted` end the same.
 */
export function advance(before: LessonData | undefined, step: Step): LessonData {
  const { status, lastCompleted, answers } = before ?? untouched
  const answer = answerIn(step.answer)
  return {
    status: status === 'complete' || step.pageNumber >= step.totalPages ? 'complete' : 'started',
    lastCompleted: Math.max(lastCompleted, step.pageNumber),
    totalPages: step.totalPages,
    answers: answer === undefined ? answers : { ...answers, [step.pageId]: answer },
  }
}

export function isPageComplete(data: LessonData | undefined, pageNumber: number): boolean {
  return pageNumber <= (data?.lastCompleted ?? 0)
}

/** The page on which a lesson opens from the course screen: where a started one stopped, else the first. */
export function resumePage(data: LessonData | undefined): number {
  if (data?.status !== 'started' || data.lastCompleted === 0) return 1
  return Math.min(data.totalPages, data.lastCompleted + 1)
}

/** 0 to 100, rounded: a started lesson counts half, a complete one whole. */
export function coursePercent(lessonIds: readonly string[], data: UserLessonData): number {
  if (lessonIds.length === 0) return 0
  const share = { 'not-started': 0, started: 0.5, complete: 1 } as const
  const sum = lessonIds.reduce((total, id) => total + share[data[id]?.status ?? 'not-started'], 0)
  return Math.round((100 * sum) / lessonIds.length)
}
