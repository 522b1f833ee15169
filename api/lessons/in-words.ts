import type { Page } from '../../contract/lessons.ts'
import type { StoredAnswer } from '../../contract/progress.ts'

/** What the ids in an answer say on the screen; undefined where the answer is words already. */
export function inWords(answer: StoredAnswer, page: Page | undefined): string[] | undefined {
  const choices = [...(page?.options?.answers ?? []), ...(page?.options?.blanks ?? [])]
  if (choices.length === 0) return undefined
  return [answer].flat().map(given => choices.find(({ id }) => id === given)?.text ?? given)
}
