import { cleanTyped } from '../clean-typed.ts'
import type { Group } from '../draft/draft-tree.ts'

export type ListedAnswer = { text: string; isCorrect: boolean; feedback?: string }

/** The signs of a right answer. Phones often write a tick as an emoji, with the character U+FE0F after it. */
const RIGHT = /^\s*(?:[*✓✔✅☑=]\uFE0F?|\[[xX]\])\s*/u
/** A box that nobody ticked, in a list of things to do. */
const EMPTY_BOX = /^\s*(?:[☐⬜]\uFE0F?|\[ ?\])\s*/u
/** The signs that other programs write before an entry of a list. */
const BULLET = /^\s*(?:[-•·–●○◦▪■]|[0-9٠-٩]{1,2}[.)-]|[A-Za-z][.)]|[ء-ي]ـ?[.)-])\s+/
const STAR = /^\s*\*\s+/

type Has = { hasRight: boolean; hasFeedback: boolean }

/** Reads lines as answers: a sign at the beginning marks a right answer, feedback follows # or a tab. */
export function listedAnswers(text: string, { hasRight, hasFeedback }: Has): ListedAnswer[] {
  const lines = cleanTyped(text)
    .split('\n')
    .filter(line => line.trim() !== '')
  // If each line has a star, the stars are bullets and mark no right answer.
  const areBullets = !hasRight || (lines.length > 1 && lines.every(line => STAR.test(line)))
  return lines.flatMap(line => {
    const plain = (areBullets ? line.replace(STAR, '') : line).replace(BULLET, '')
    const isCorrect = hasRight && (RIGHT.test(plain) || (!areBullets && RIGHT.test(line)))
    const answer = hasRight ? plain.replace(RIGHT, '').replace(BULLET, '').replace(EMPTY_BOX, '') : plain
    const [words = '', ...rest] = hasFeedback ? answer.split(/\t|#/) : [answer]
    const feedback = rest.join(' ').trim()
    // The format separates answers by this sign.
    const shown = words.replaceAll('|', '/').replace(/\s+/g, ' ').trim()
    return shown === '' ? [] : [{ text: shown, isCorrect, ...(feedback ? { feedback } : {}) }]
  })
}

/**
 * The keys of the empty answers that a pasted list replaces. At least `least` answers stay. An answer that has more
 * than an id and a text is not empty.
 */
export function replacedByList(
  answers: readonly (Group & { key: string })[],
  { least, added }: { least: number; added: number },
): string[] {
  const empty = answers.filter(
    ({ key: _, id: __, text = '', ...rest }) => text === '' && Object.values(rest).every(value => value === undefined),
  )
  return empty.slice(0, Math.max(0, answers.length + added - least)).map(({ key }) => key)
}
