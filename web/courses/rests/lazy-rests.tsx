import { Suspense } from 'react'
import { wantTexts } from '../../i18n/texts.ts'
import { lazyPart, useLazy } from '../../ui/lazy.ts'

const restsNote = lazyPart(async () => {
  const [{ RestsNote }] = await Promise.all([import('./rests-note.tsx'), wantTexts('rests')])
  return RestsNote
})

/** Few people are in the middle of a course that was withdrawn, so nobody else loads the words for it. */
export function Rests() {
  return (
    <Suspense>
      <Note />
    </Suspense>
  )
}

function Note() {
  const RestsNote = useLazy(restsNote)
  return <RestsNote />
}
