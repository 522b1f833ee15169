import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readStored, writeStored } from '../browser/stored.ts'
import { Dialog } from '../ui/dialog.tsx'

const STORED_AS = 'sbs.letInSeen'

type LetIn = { at: number; by: string }

/** Tells the owner of an account once in each of their browsers that somebody let a new one in. */
export function LetInNotice({ at, by }: LetIn) {
  const t = useTranslations('letIn')
  const format = useFormatter()
  const heading = useId()
  const [isSeen, setIsSeen] = useState(() => wasSeen(at))
  if (isSeen) return null
  const time = format.dateTime(at, { dateStyle: 'long', timeStyle: 'short' })
  function close(): void {
    setIsSeen(true)
    writeStored(STORED_AS, String(at))
  }
  return (
    <Dialog className="sheet stack" labelledBy={heading} onClose={close}>
      <h1 id={heading} tabIndex={-1}>
        {t('title')}
      </h1>
      <p>{by ? t('by', { name: `\u2068${by}\u2069`, at: time }) : t('byNobody', { at: time })}</p>
      <p>
        {t('known')} <b>{t('unknown')}</b>
      </p>
      <button className="btn wide" type="button" onClick={close}>
        {t('ok')}
      </button>
    </Dialog>
  )
}

function wasSeen(at: number): boolean {
  return Number(readStored(STORED_AS)) >= at
}
