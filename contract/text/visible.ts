import * as v from 'valibot'

/** Any character but marks, spaces, controls, and letters without a shape (U+3164, U+2800 and others). */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether anything of a text is visible. A character that is newer than this program counts as visible. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}

/** A text that others read: something of it is visible, and no spaces are around it. */
export const visibleText = (most: number) =>
  v.pipe(v.string(), v.trim(), v.check(isVisible, 'is not visible'), v.maxLength(most))
