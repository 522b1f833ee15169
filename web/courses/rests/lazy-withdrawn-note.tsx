import { Suspense } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { lazyPart, useLazy } from '../../ui/lazy.ts'

const withdrawnNote = lazyPart(async () => {
  const [{ WithdrawnNote }] = await Promise.all([import('./withdrawn-note.tsx'), wantTexts('rests')])
  return WithdrawnNote
})

/** Few people are in the middle of a course that was withdrawn, so nobody else loads the words for it. */
export function LazyWithdrawnNote() {
  return (
    <Suspense>
      <Note />
    </Suspense>
  )
}

function Note() {
  const WithdrawnNote = useLazy(withdrawnNote)
  return <WithdrawnNote />
}
