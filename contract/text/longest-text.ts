/** The most characters of one text of a course, which phones can still show quickly. */
export const LONGEST_TEXT = 20_000
