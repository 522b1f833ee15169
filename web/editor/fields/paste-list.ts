import { cleanTyped } from '../clean-typed.ts'
import type { Group } from '../draft/draft-tree.ts'

export type ListedAnswer = { text: string; isCorrect: boolean; feedback?: string }

const RIGHT = /^\s*[*✓✔=]\s*/
/** Signs with which lists of other programs begin. */
const BULLET = /^\s*(?:[-•·–]|[0-9٠-٩]{1,2}[.)-]|[A-Za-zأ-ي][.)])\s+/

/** Reads lines as answers: a sign at the beginning marks a right one, feedback follows # or a tab. */
export function listedAnswers(text: string): ListedAnswer[] {
  return cleanTyped(text)
    .split('\n')
    .flatMap(line => {
      const isCorrect = RIGHT.test(line)
      const [words = '', ...rest] = line.replace(RIGHT, '').replace(BULLET, '').split(/\t|#/)
      const feedback = rest.join(' ').trim()
      // The format separates answers by this sign.
      const answer = words.replaceAll('|', '/').trim()
      if (answer === '') return []
      return [
        {
          text: answer,
          isCorrect: isCorrect || RIGHT.test(line.replace(BULLET, '')),
          ...(feedback ? { feedback } : {}),
        },
      ]
    })
}

/** The empty answers that a pasted list replaces: not more than leave `least`. A field besides id and text was filled. */
export function replacedByList(
  answers: readonly (Group & { key: string })[],
  { least, added }: { least: number; added: number },
): string[] {
  const empty = answers.filter(
    ({ key: _, id: __, text = '', ...rest }) => text === '' && Object.values(rest).every(value => value === undefined),
  )
  return empty.slice(0, Math.max(0, answers.length + added - least)).map(({ key }) => key)
}
