/** Some browsers that the app supports have no Segmenter. They may cut an emoji of several parts between its parts. */
const letterBreaks = 'Segmenter' in Intl ? new Intl.Segmenter() : undefined

/**
 * The beginning of a text of at most so many characters. What a reader sees as one letter stays whole: a letter with
 * its marks, a flag, a family.
 */
export function firstLetters(text: string, most: number): string {
  if (text.length <= most) return text
  let [beginning, count] = ['', 0]
  for (const letter of letterBreaks ? lettersIn(text) : text) {
    count += [...letter].length
    if (count > most) break
    beginning += letter
  }
  return beginning
}

function* lettersIn(text: string): Iterable<string> {
  for (const { segment } of letterBreaks?.segment(text) ?? []) yield segment
}
