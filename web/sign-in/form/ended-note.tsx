import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
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

const SENTENCES = { blocked: 'endedBlocked', erased: 'endedErased', ended: 'ended' } as const

/** Shows why the server signed the person out, or what the opened link to the team offers. */
export function EndedNote() {
  const t = useTranslations('login')
  const [why] = useState(sessionEnding)
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

function ToTeam() {
  const Note = useLazy(toTeam)
  return <Note />
}
