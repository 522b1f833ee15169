import type { Page } from '../../contract/lessons.ts'
import { pageTypeOf } from '../../contract/pages/index.ts'
import type { StoredAnswer } from '../../contract/progress.ts'

/** The texts of the choices that an answer names by id; undefined where the answer is text itself. */
export function choicesInWords(answer: StoredAnswer, page: Page | undefined): string[] | undefined {
  const choices = page ? pageTypeOf(page.type).choices(page.options ?? {}) : []
  if (choices.length === 0) return undefined
  return [answer].flat().map(given => choices.find(({ id }) => id === given)?.text ?? given)
}
