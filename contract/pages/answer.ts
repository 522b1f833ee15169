import * as v from 'valibot'
import { filmNoteShapes } from '../films.ts'

/** The media of a page or of one answer. A `.mp3` is sound, anything else a video. */
export const media = {
  avFilename: v.optional(v.string()),
  /** A description of the picture or film. */
  alt: v.optional(v.string()),
  /** WebVTT file below the media base. */
  captions: v.optional(v.string()),
  /** Cleaned HTML. */
  transcript: v.optional(v.string()),
  ...filmNoteShapes,
}

export const Answer = v.object({
  id: v.string(),
  text: v.string(),
  isCorrect: v.optional(v.boolean()),
  /** Markdown. */
  detailContent: v.optional(v.string()),
  /** One sentence, shown when this answer is picked. */
  feedback: v.optional(v.string()),
  ...media,
})
export type Answer = v.InferOutput<typeof Answer>
