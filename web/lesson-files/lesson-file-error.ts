/** Why a file cannot be opened. Each has a sentence in the texts (`file.<reason>`). */
export type Reason =
  /** Some other file. */
  | 'other'
  | 'cut'
  | 'forged'
  /** Of another server. */
  | 'foreign'
  /** It says that it is of our server, by a key that this phone does not know. */
  | 'unknownKey'
  /** Of a later version of this app. */
  | 'newFormat'

export class LessonFileError extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(`The lesson file is ${reason}`)
    this.reason = reason
  }
}
