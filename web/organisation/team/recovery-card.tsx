import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { makeRecoveryCode } from '../../../contract/organisation/team.ts'
import { call } from '../../api.ts'
import { queryClient } from '../../queries/query-client.ts'
import { useAct } from '../../queries/use-act.ts'
import { updateEntry } from '../../router/router.ts'
import { useLocation } from '../../router/use-location.ts'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { afterCode } from '../frame/code-again/ask-code.ts'
import { Problem } from '../frame/problem.tsx'
import { LocalNote } from '../frame/trial-notes.tsx'
import './recovery.css'

/** Lets owners print a recovery code, for the day on which no owner can sign in. */
export function RecoveryCard({ madeAt }: { madeAt: number | null }) {
  const t = useTranslations('team.recovery')
  const format = useFormatter()
  const isAsked = new URLSearchParams(useLocation().search).has('recovery')
  const [isOpen, setIsOpen] = useState(isAsked)
  function close() {
    setIsOpen(false)
    // Otherwise a reload would open the sheet again.
    if (isAsked) updateEntry({ search: '' })
  }
  return (
    <section className="card stack">
      <h2>{t('title')}</h2>
      <p>{t('lead')}</p>
      <p className="meta">
        {madeAt === null ? t('none') : t('madeOn', { on: format.dateTime(madeAt, { dateStyle: 'long' }) })}
      </p>
      <div className="row acts">
        <button className="btn second small" type="button" onClick={() => setIsOpen(true)}>
          {t(madeAt === null ? 'make' : 'makeAgain')}
        </button>
      </div>
      {isOpen && <RecoverySheet replaces={madeAt !== null} onClose={close} />}
    </section>
  )
}

function RecoverySheet({ replaces, onClose }: { replaces: boolean; onClose(): void }) {
  const t = useTranslations('team.recovery')
  const act = useAct()
  const [code, setCode] = useState<string>()
  const link = `${location.origin}/org/recover`

  async function make() {
    const done = await act.make(afterCode(idempotencyKey => call(makeRecoveryCode, {}, { idempotencyKey })))
    if (!done) return
    setCode(done.data.code)
    await queryClient.invalidateQueries({ queryKey: ['organisation'] })
  }

  return (
    <Sheet isLoose title={t('title')} isBusy={act.isBusy} onClose={onClose}>
      {code === undefined ? (
        <>
          <p>{t(replaces ? 'replaces' : 'before')}</p>
          <Problem of={act} />
          <button className="btn wide" type="button" aria-busy={act.isBusy} onClick={() => void make()}>
            {t('show')}
          </button>
        </>
      ) : (
        <>
          <div className="recovery stack">
            <p className="only-print recovery-title">{t('title')}</p>
            <p className="recovery-code" dir="ltr">
              {code}
            </p>
            <p>
              {t('use')}
              <b className="recovery-link">
                <bdi dir="ltr">{link}</bdi>
              </b>
            </p>
            <p className="meta">{t('once')}</p>
          </div>
          <LocalNote />
          <button className="btn wide" type="button" onClick={() => window.print()}>
            {t('print')}
          </button>
        </>
      )}
    </Sheet>
  )
}
