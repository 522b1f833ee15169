/** Anything that is neither a mark of the writing nor a space, nor a letter without a shape (U+3164, U+2800 and their like). */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether anything of a text shows. A sign that is younger than this program is taken to. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text)
}
