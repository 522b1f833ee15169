// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import { exploreOptions } from './explore-options.ts'
import { matchBlanks } from './match-blanks.ts'
import { multichoice } from './multichoice.ts'
import { multiselect } from './multiselect.ts'
import { number } from './number.ts'
import { numberTextResponse } from './number-text-response.ts'
import { richText } from './rich-text.ts'
import { textResponse } from './text-response.ts'
import { video } from './video.ts'

export const registry = {
  'explore-options': exploreOptions,
  'match-blanks': matchBlanks,
  multichoice,
  multiselect,
  number,
  'number-text-response': numberTextResponse,
  'rich-text': richText,
  'text-response': textResponse,
  video,
}
