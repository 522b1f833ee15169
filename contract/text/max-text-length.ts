/** The most characters of one text of a course, which phones can still show quickly. */
export const MAX_TEXT_LENGTH = 20_000
