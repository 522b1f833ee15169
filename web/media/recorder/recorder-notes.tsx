import { useTranslations } from 'use-intl'
import { Alert } from '../../ui/alert.tsx'
import type { RecorderErrorKind } from './capture/recorder-error.ts'

/** Why nothing is recorded, and what helps. */
export function RecorderErrorNote({ problem }: { problem: RecorderErrorKind }) {
  const t = useTranslations('recorder')
  const isNamed = problem === 'unsupported' || problem === 'notLoaded' || problem === 'noSound'
  return <Alert title={t(isNamed ? problem : 'noMicrophone')}>{t(`help.${problem}`)}</Alert>
}

/** Warns that without storage the recording is lost when the page is closed. */
export function NoSpaceNote() {
  const t = useTranslations('recorder')
  return <Alert title={t('noSpace')}>{t('help.noSpace')}</Alert>
}

/** Offers to restore the recording: an accidental press must not cost two minutes of talking. */
export function DeletedNote({ onUndo }: { onUndo(): void }) {
  const t = useTranslations('recorder')
  return (
    <div className="row">
      <p className="meta grow">{t('deleted')}</p>
      <button className="btn quiet small" type="button" onClick={onUndo}>
        {t('undo')}
      </button>
    </div>
  )
}
