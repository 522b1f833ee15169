/** Why a file cannot be opened. Each has a sentence in the texts (`file.<reason>`). */
export type FileErrorReason =
  /** It is not a lesson file. */
  | 'other'
  | 'cut'
  | 'forged'
  /** The file is of another server. */
  | 'foreign'
  /** It names our server, but was signed with a key that this phone does not know. */
  | 'unknownKey'
  /** The file was made by a later version of this app. */
  | 'newFormat'

export class LessonFileError extends Error {
  readonly reason: FileErrorReason
  constructor(reason: FileErrorReason) {
    super(`The lesson file is ${reason}`)
    this.reason = reason
  }
}
