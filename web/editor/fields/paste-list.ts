import { cleanTyped } from '../clean-typed.ts'

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
