import { useTranslations } from 'use-intl'
import { Alert } from '../../ui/alert.tsx'
import { FileButton } from '../../ui/fields/file-button.tsx'

type Props = { hasFailed: boolean; onFile(file: Blob): void }

/** Any file can be chosen: some phones call a lesson file a text, others give it no type. */
export function ChooseFile({ hasFailed, onFile }: Props) {
  const t = useTranslations('file')
  return (
    <>
      <h1 tabIndex={-1}>{t('choose')}</h1>
      <p>{t('chooseLead')}</p>
      {hasFailed && <Alert title={t('unreadable')} />}
      <div className="stack tight file-acts">
        <FileButton className="btn wide" onFile={onFile}>
          {t('chooseDo')}
        </FileButton>
      </div>
    </>
  )
}
