import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LEAST_PASSPHRASE, sealBackupFile } from '../../../../contract/organisation/backups.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { described, Field } from '../../../ui/fields/field.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { afterCode } from '../../frame/code-again/ask-code.ts'
import { Problem } from '../../frame/problem.tsx'

const OPEN = ['npm run admin -- open-backup step-by-step-….tar.age /backups', 'npm run admin -- restore-all /backups/…']

/** Asks for a passphrase, then hands the sealed backup to the browser's own download. */
export function DownloadSheet({ onClose }: { onClose(): void }) {
  const t = useTranslations('orgSettings.backup')
  const act = useAct()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [mistake, setMistake] = useState<'tooShort' | 'differ'>()
  const [isStarted, setIsStarted] = useState(false)

  async function download() {
    const found = mistakeIn(passphrase, again)
    setMistake(found)
    if (found) return
    const done = await act.make(
      afterCode(idempotencyKey => call(sealBackupFile, { body: { passphrase } }, { idempotencyKey })),
    )
    if (!done) return
    location.assign(done.data.url)
    setIsStarted(true)
  }

  const fields = [
    ['passphrase', passphrase, setPassphrase, mistake === 'tooShort' ? t('tooShort') : undefined],
    ['passphraseAgain', again, setAgain, mistake === 'differ' ? t('differ') : undefined],
  ] as const
  return (
    <Sheet isLoose title={t('download')} isBusy={act.isBusy} onClose={onClose}>
      {isStarted ? (
        <>
          <p role="status">{t('started')}</p>
          <pre dir="ltr">{OPEN.join('\n')}</pre>
        </>
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            void download()
          }}
        >
          <p>{t('downloadLead')}</p>
          {fields.map(([id, value, set, error]) => (
            <Field key={id} id={id} label={t(id)} error={error}>
              <input
                className="input"
                id={id}
                type="password"
                dir="ltr"
                autoComplete="new-password"
                maxLength={100}
                value={value}
                onChange={({ target }) => set(target.value)}
                {...described(id, { error })}
              />
            </Field>
          ))}
          <Problem of={act} />
          <button className="btn wide" type="submit" aria-busy={act.isBusy}>
            {t('prepare')}
          </button>
        </form>
      )}
    </Sheet>
  )
}

function mistakeIn(passphrase: string, again: string): 'tooShort' | 'differ' | undefined {
  if (passphrase.length < LEAST_PASSPHRASE) return 'tooShort'
  return passphrase === again ? undefined : 'differ'
}
