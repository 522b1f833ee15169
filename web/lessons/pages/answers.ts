import type { Page } from '../../../contract/lessons.ts'
import type { Answer } from '../../../contract/pages/answer.ts'

/** More than any page has: a broken lesson must not freeze a phone. */
const AT_MOST = 50

export function answersOf({ options }: Page): Answer[] {
  return (options?.answers ?? []).slice(0, AT_MOST)
}
