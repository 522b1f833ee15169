import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getMyData, getPreparedData } from '../../contract/account.ts'
import { ApiError } from '../../contract/calls/api-error.ts'
import { call } from '../api.ts'
import { useAct } from '../queries/use-act.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { BusyButton } from './busy-button.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { useErrorText } from './in-words.ts'

type Props = { isBeingErased: boolean; onErasing(): void }

/** Downloads or erases a person's own data. */
export function OwnData({ isBeingErased, onErasing }: Props) {
  const t = useTranslations('account')
  const act = useAct()
  const error = useErrorText(act.error, t('downloadError'))
  const [isErasing, setIsErasing] = useState(false)
  const token = new URLSearchParams(location.search).get('data')
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (token) section.current?.scrollIntoView()
  }, [token])

  async function download() {
    try {
      save((await (token ? call(getPreparedData, { query: { token } }) : call(getMyData, {}))) as Blob)
    } catch (failure) {
      throw token && failure instanceof ApiError ? aboutLink(failure) : failure
    }
  }

  function aboutLink(failure: ApiError): ApiError {
    const { code, status } = failure
    if (code === 'forbidden') return new ApiError(code, { status, message: t('dataOfOther') })
    return code === 'not-found' ? new ApiError(code, { status, message: t('dataEnded') }) : failure
  }

  return (
    <section className="own-data stack tight" ref={section}>
      <h2>{t('data')}</h2>
      <p className="meta">{t(token ? 'dataPrepared' : 'dataHint')}</p>
      {error && <Alert title={error} />}
      <BusyButton
        className="btn quiet"
        icon="download"
        label={t('download')}
        busyLabel={t('downloading')}
        isBusy={act.isBusy}
        onPress={() => void act.make(download)}
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
/** The URL of the file is revoked after this time. The browser has begun to write the file long before. */
const FORGOTTEN_AFTER_MS = 60_000

function save(file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = FILE_NAME
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FORGOTTEN_AFTER_MS)
}
