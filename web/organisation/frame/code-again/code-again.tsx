import { Suspense, useSyncExternalStore } from 'react'
import { wantTexts } from '../../../i18n/texts.ts'
import { lazyPart, useLazy } from '../../../ui/lazy.ts'
import { asked } from './ask-code.ts'

const sheet = lazyPart(async () => (await Promise.all([import('./code-sheet.tsx'), wantTexts('outside')]))[0])

/** The sheet for a code, while an act waits for it. */
export function CodeAgain() {
  const act = useSyncExternalStore(asked.watch, asked.get)
  if (!act) return null
  return (
    <Suspense>
      <Open onEnd={act.answer} />
    </Suspense>
  )
}

function Open({ onEnd }: { onEnd(isConfirmed: boolean): void }) {
  const { CodeSheet } = useLazy(sheet)
  return <CodeSheet onEnd={onEnd} />
}
