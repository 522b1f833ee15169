/** Why an author's file cannot be used, in a sentence that `sentenceIn` knows. */
export class BadFile extends Error {}
