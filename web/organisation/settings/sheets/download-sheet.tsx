import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getEncryptedBackupUrl, MIN_PASSPHRASE } from '../../../../contract/organisation/backups.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { CheckedForm, CheckedInput } from '../../frame/checked-form/checked-form.tsx'
import { afterCode } from '../../frame/code-again/ask-code.ts'
import { Problem } from '../../frame/problem.tsx'

const OPEN = ['npm run admin -- open-backup step-by-step-….tar.age /backups', 'npm run admin -- restore-all /backups/…']

/** Asks for a passphrase, then lets the browser download the encrypted backup. */
export function DownloadSheet({ onClose }: { onClose(): void }) {
  const t = useTranslations('orgSettings.backup')
  const act = useAct()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [isStarted, setIsStarted] = useState(false)

  async function download() {
    const done = await act.make(
      afterCode(idempotencyKey => call(getEncryptedBackupUrl, { body: { passphrase } }, { idempotencyKey })),
    )
    if (!done) return
    location.assign(done.data.url)
    setIsStarted(true)
  }

  function check() {
    if (passphrase.length < MIN_PASSPHRASE) return { passphrase: t('tooShort') }
    return { passphraseAgain: passphrase === again ? undefined : t('differ') }
  }

  const fields = [
    ['passphrase', passphrase, setPassphrase],
    ['passphraseAgain', again, setAgain],
  ] as const
  return (
    <Sheet isLoose title={t('download')} isBusy={act.isBusy} onClose={onClose}>
      {isStarted ? (
        <>
          <p role="status">{t('started')}</p>
          <pre dir="ltr">{OPEN.join('\n')}</pre>
        </>
      ) : (
        <CheckedForm check={check} onSubmit={() => void download()}>
          <p>{t('downloadLead')}</p>
          {fields.map(([id, value, set]) => (
            <CheckedInput
              key={id}
              id={id}
              label={t(id)}
              type="password"
              dir="ltr"
              autoComplete="new-password"
              maxLength={100}
              value={value}
              onChange={set}
            />
          ))}
          <Problem of={act} />
          <button className="btn wide" type="submit" aria-busy={act.isBusy}>
            {t('prepare')}
          </button>
        </CheckedForm>
      )}
    </Sheet>
  )
}
