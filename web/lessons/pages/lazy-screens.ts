// Written by `npm run lists`, from the names of the files. `npm run check` runs it, too.
import { lazy } from '../../ui/lazy.ts'

export const lazyScreens = {
  'explore-options': lazy(async () => (await import('./explore-options.tsx')).exploreOptions),
  'match-blanks': lazy(async () => (await import('./match-blanks.tsx')).matchBlanks),
  multiselect: lazy(async () => (await import('./multiselect.tsx')).multiselect),
  number: lazy(async () => (await import('./number.tsx')).number),
  'number-text-response': lazy(async () => (await import('./number-text-response.tsx')).numberTextResponse),
}
