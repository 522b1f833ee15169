import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from '../../ui/alert.tsx'

type Props = { hasFailed: boolean; onFile(file: Blob): void }

/** A phone calls the file a text, and some a file without a type, so any file can be chosen. */
export function ChooseFile({ hasFailed, onFile }: Props) {
  const t = useTranslations('file')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <h1 tabIndex={-1}>{t('choose')}</h1>
      <p>{t('chooseLead')}</p>
      {hasFailed && <Alert title={t('unreadable')} />}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <div className="stack tight file-acts">
        <button className="btn wide" type="button" onClick={() => input.current?.click()}>
          {t('chooseDo')}
        </button>
      </div>
    </>
  )
}
