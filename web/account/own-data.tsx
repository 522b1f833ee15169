import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getMyData } from '../../contract/account.ts'
import { call } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { BusyButton } from './busy-button.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = { isBeingErased: boolean; onErasing(): void }

/** Downloads or erases a person's own data. */
export function OwnData({ isBeingErased, onErasing }: Props) {
  const t = useTranslations('account')
  const { isBusy, errors, attempt } = useAttempt(t('downloadError'))
  const [isErasing, setIsErasing] = useState(false)
  return (
    <section className="own-data stack tight">
      <h2>{t('data')}</h2>
      <p className="meta">{t('dataHint')}</p>
      {errors && <Alert title={errors} />}
      <BusyButton
        className="btn quiet"
        icon="download"
        label={t('download')}
        busyLabel={t('downloading')}
        isBusy={isBusy}
        onPress={() => void attempt(downloadMyData)}
      />
      {!isBeingErased && (
        <button className="btn quiet grave" type="button" aria-haspopup="dialog" onClick={() => setIsErasing(true)}>
          <Icon name="bin" />
          {t('erase')}
        </button>
      )}
      {isErasing && <EraseDialog onClose={() => setIsErasing(false)} onErasing={onErasing} />}
    </section>
  )
}

const FILE_NAME = 'step-by-step.zip'
/** The browser has started to write the file long before that. */
const FORGOTTEN_AFTER_MS = 60_000

async function downloadMyData(): Promise<void> {
  const file = (await call(getMyData, {})) as Blob
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER_MS)
}
