import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readStored, writeStored } from '../../browser/stored.ts'
import { wantTexts } from '../../i18n/texts.ts'
import { sessionEnding } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazy, useLazy } from '../../ui/lazy.ts'

/** The sign-in does not need this note, so loading it may fail. */
const toTeam = lazy(() =>
  Promise.all([import('./to-team-note.tsx'), wantTexts('toTeam')]).then(
    ([{ ToTeamNote }]) => ToTeamNote,
    () => () => null,
  ),
)

const SENTENCES = { blocked: 'endedBlocked', erased: 'endedErased', ended: 'ended', refused: 'keepsNothing' } as const

/** Shows why the person has to sign in again, now or at each visit, or what the opened link to the team offers. */
export function EndedNote() {
  const t = useTranslations('login')
  const [why] = useState(() => sessionEnding() ?? (keepsNothing() ? ('refused' as const) : undefined))
  if (!why)
    return globalThis.location?.search.includes('join=') ? (
      <Suspense>
        <ToTeam />
      </Suspense>
    ) : null
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p>{t(SENTENCES[why])}</p>
    </div>
  )
}

/** Whether the browser refuses to store anything, so that a sign-in ends with the page. */
function keepsNothing(): boolean {
  const name = 'sbs.trial'
  writeStored(name, '1')
  // The build draws the first screen without a browser.
  const isRefused = globalThis.location !== undefined && readStored(name) === null
  writeStored(name, undefined)
  return isRefused
}

function ToTeam() {
  const Note = useLazy(toTeam)
  return <Note />
}
