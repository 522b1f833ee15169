/** The reason why an author's file is refused, in a sentence that `sentenceIn` can translate. */
export class BadFileError extends Error {}
