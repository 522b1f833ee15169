import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { whyEnded } from '../../session.ts'
import { Icon } from '../../ui/icon.tsx'

/** Shows why the server signed the person out. */
export function EndedNote() {
  const t = useTranslations('login')
  const [why] = useState(whyEnded)
  if (!why) return null
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p>{t(why === 'blocked' ? 'endedBlocked' : 'ended')}</p>
    </div>
  )
}
