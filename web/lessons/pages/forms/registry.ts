// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import { exploreOptions } from './explore-options.tsx'
import { matchBlanks } from './match-blanks.tsx'
import { multichoice } from './multichoice.tsx'
import { multiselect } from './multiselect.tsx'
import { number } from './number.tsx'
import { numberTextResponse } from './number-text-response.tsx'
import { richText } from './rich-text.tsx'
import { textResponse } from './text-response.tsx'
import { video } from './video.tsx'

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
